import { ApiProperty } from '@nestjs/swagger';
import { MAX_WARNINGS } from '../../language-files';
import { WarningDto } from '../../formats/dto/warning.dto';
import { type ImportDetails, type ImportResult, MAX_DETAILS, REASONS, type UnitOutcome } from '../import-result';

export class ImportedPairDto {
  @ApiProperty({ example: 'home.title' })
  key!: string;

  @ApiProperty({ example: 'de' })
  language!: string;

  @ApiProperty({ enum: ['imported', 'updated', 'skipped'] })
  outcome!: 'imported' | 'updated' | 'skipped';

  @ApiProperty({ enum: REASONS, description: 'Why.', example: 'new' })
  reason!: (typeof REASONS)[number];

  static from({ key, language, outcome, reason }: UnitOutcome): ImportedPairDto {
    return { key, language, outcome, reason };
  }
}

export class ImportDetailsDto {
  @ApiProperty({
    type: [ImportedPairDto],
    description: `What happened to each (key, language) pair, in the order of the file; the first ${MAX_DETAILS}.`,
  })
  pairs!: ImportedPairDto[];

  @ApiProperty({ type: 'integer', description: 'Keys that the project did not have.', example: 2 })
  createdKeys!: number;

  @ApiProperty({ type: [String], description: 'Languages that were added.', example: [] })
  createdLanguages!: string[];

  @ApiProperty({
    type: [String],
    description: `Names of keys that \`deleteMissing\` deleted; the first ${MAX_DETAILS}.`,
    example: [],
  })
  deletedKeys!: string[];

  @ApiProperty({ type: 'integer', description: 'How many it deleted in all.', example: 0 })
  deletedKeyCount!: number;

  static from({ units, ...details }: ImportDetails): ImportDetailsDto {
    const { createdKeys, createdLanguages, deletedKeys, deletedKeyCount } = details;
    return {
      pairs: units.map((unit) => ImportedPairDto.from(unit)),
      createdKeys,
      createdLanguages,
      deletedKeys,
      deletedKeyCount,
    };
  }
}

/** Counts of (key, language) pairs that the file names; their sum is the number of its pairs. */
export class ImportResultDto {
  @ApiProperty({ type: 'integer', description: 'Had no text before.', example: 3 })
  imported!: number;

  @ApiProperty({ type: 'integer', description: 'Had another text before.', example: 1 })
  updated!: number;

  @ApiProperty({ type: 'integer', description: 'Was the same, kept, empty or null.', example: 0 })
  skipped!: number;

  @ApiProperty({ required: false, type: ImportDetailsDto, description: 'With `details=true`.' })
  details?: ImportDetailsDto;

  @ApiProperty({
    required: false,
    type: [WarningDto],
    description: `With \`details=true\`: what could not be carried over as it was; the first ${MAX_WARNINGS}.`,
  })
  warnings?: WarningDto[];

  @ApiProperty({
    required: false,
    type: 'integer',
    description: 'With `details=true`: how many warnings there are in all.',
    example: 1,
  })
  warningCount?: number;

  static from({ imported, updated, skipped, details, warnings }: ImportResult): ImportResultDto {
    return {
      imported,
      updated,
      skipped,
      ...(details && { details: ImportDetailsDto.from(details) }),
      ...(warnings && {
        warnings: warnings.listed.map((warning) => WarningDto.from(warning)),
        warningCount: warnings.count,
      }),
    };
  }
}
