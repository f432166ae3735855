import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { MACHINE_PROVIDERS, type MachineProviderName } from '../../config/machine-provider';
import { MACHINE_FAILURES, type MachineFailure } from '../../machine-translation/machine-failure';

const DIFF_KINDS = ['same', 'removed', 'added'] as const;
const KINDS = ['memory'] as const;
const MACHINE_KINDS = ['machine'] as const;

/** A part of the comparison of two texts by words. */
export class DiffPartDto {
  @ApiProperty({
    enum: DIFF_KINDS,
    description: '`removed`: only `source` has it. `added`: only the text to translate has it.',
    example: 'same',
  })
  kind!: (typeof DIFF_KINDS)[number];

  @ApiProperty({ example: 'Delete' })
  text!: string;
}

/** Where a suggestion is from. */
export class SuggestionOriginDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ example: 'Web shop' })
  projectName!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.key })
  keyId!: string;

  @ApiProperty({ example: 'files.delete' })
  name!: string;

  @ApiProperty({ example: true })
  reviewed!: boolean;

  @ApiProperty({ format: 'date-time' })
  at!: Date;
}

/** A translation that is offered for a text. */
export class SuggestionDto {
  @ApiProperty({ example: '3 Dateien löschen' })
  text!: string;

  @ApiProperty({ enum: KINDS, description: '`memory`: somebody has translated a similar text.', example: 'memory' })
  kind!: (typeof KINDS)[number];

  @ApiProperty({
    description: '1.01: the same text in the same place. 1: the same text. Else 1 − edit distance of words ÷ words.',
    minimum: 0.6,
    maximum: 1.01,
    example: 0.9667,
  })
  match!: number;

  @ApiProperty({
    description: 'Whether numbers, placeholders or tags of the text were put into the translation.',
    example: true,
  })
  adapted!: boolean;

  @ApiProperty({ description: 'The text that was translated.', example: 'Delete 2 files' })
  source!: string;

  @ApiProperty({
    type: [DiffPartDto],
    description: 'From `source` to the text. The parts that are not `removed`, joined, are the text.',
    example: [
      { kind: 'same', text: 'Delete' },
      { kind: 'removed', text: ' 2' },
      { kind: 'added', text: ' 3' },
      { kind: 'same', text: ' files' },
    ],
  })
  diff!: DiffPartDto[];

  @ApiProperty({ type: SuggestionOriginDto })
  from!: SuggestionOriginDto;
}

const COMPLETE =
  'Whether all texts were compared. False while many texts are new, as after an import, or if more than 1,000 texts are similar.';

/** Translations from the memory. */
export class SuggestionListDto {
  @ApiProperty({ type: [SuggestionDto], description: 'The best first, at most 10, each translation once.' })
  suggestions!: SuggestionDto[];

  @ApiProperty({ description: COMPLETE, example: true })
  complete!: boolean;
}

/** The provider of a machine translation. */
export class MachineOriginDto {
  @ApiProperty({ enum: MACHINE_PROVIDERS, enumName: 'MachineProvider', example: 'deepl' })
  provider!: MachineProviderName;
}

/** A translation by a machine. */
export class MachineSuggestionDto {
  @ApiProperty({
    example: '3 Dateien löschen',
  })
  text!: string;

  @ApiProperty({ enum: MACHINE_KINDS, example: 'machine' })
  kind!: (typeof MACHINE_KINDS)[number];

  @ApiProperty({ example: 'Delete 3 files' })
  source!: string;

  @ApiProperty({ type: MachineOriginDto })
  from!: MachineOriginDto;
}

/** Whether a machine can be asked, and why it did not translate. */
export class MachineAnswerDto {
  @ApiProperty({
    enum: MACHINE_PROVIDERS,
    enumName: 'MachineProvider',
    nullable: true,
    description: 'Null: none is set up.',
    example: 'deepl',
  })
  provider!: MachineProviderName | null;

  @ApiProperty({
    enum: MACHINE_FAILURES,
    enumName: 'MachineFailure',
    nullable: true,
    description: 'Why it did not translate.',
    example: null,
  })
  error!: MachineFailure | null;
}

/** Translations of the text of a key. */
@ApiExtraModels(SuggestionDto, MachineSuggestionDto)
export class KeySuggestionListDto {
  @ApiProperty({
    type: 'array',
    items: {
      anyOf: [SuggestionDto, MachineSuggestionDto].map((dto) => ({ $ref: getSchemaPath(dto) })),
    },
    description: 'At most 10 suggestions of the memory, the best first, then the suggestion of the machine.',
  })
  suggestions!: (SuggestionDto | MachineSuggestionDto)[];

  @ApiProperty({ example: true })
  complete!: boolean;

  @ApiProperty({ type: MachineAnswerDto })
  machine!: MachineAnswerDto;
}

export class MemoryResultListDto {
  @ApiProperty({ type: [SuggestionListDto], description: 'A result for each text, in the same order.' })
  results!: SuggestionListDto[];
}
