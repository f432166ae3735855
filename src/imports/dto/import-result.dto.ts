import { ApiProperty } from '@nestjs/swagger';
import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { MAX_WARNINGS } from '../../language-files';
import { findingParams, type SentenceParams } from '../../common/sentences';
import { ParamsField } from '../../common/sentences/params-field';
import { WarningDto } from '../../formats/dto/warning.dto';
import { type Conflict, CONFLICT_REASONS, type ConflictReason, idOfConflict } from '../merge/conflicts';
import { type Merge, MERGES } from '../merge/merge-rule';
import {
  type ImportDetails,
  type ImportFinding,
  type ImportResult,
  MAX_DETAILS,
  REASONS,
  type UnitOutcome,
} from '../import-result';
import type { FileCounts } from '../file-counts';

/** The outcome of one translation unit: a key and a language of the file. */
export class UnitOutcomeDto {
  @ApiProperty({ description: 'The name of the key.', example: 'home.title' })
  key!: string;

  @ApiProperty({ description: 'The language tag.', example: 'de' })
  language!: string;

  @ApiProperty({ enum: ['imported', 'updated', 'skipped'], description: 'What happened to the translation unit.' })
  outcome!: 'imported' | 'updated' | 'skipped';

  @ApiProperty({ enum: REASONS, description: 'The reason for the outcome.', example: 'new' })
  reason!: (typeof REASONS)[number];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The text before the import; null: none.',
    example: null,
  })
  before!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The text after the import; null: none. It is the text before if the translation unit is skipped and `missingTexts` does not remove the text.',
    example: 'Willkommen',
  })
  after!: string | null;

  @ApiProperty({
    required: false,
    enum: MERGES,
    description:
      'Present with `base`: whether the project has changed the text (`ours`), the file (`theirs`), or both (`conflict`).',
  })
  merge?: Merge;

  static from({ key, language, outcome, reason, before, after, merge }: UnitOutcome): UnitOutcomeDto {
    return { key, language, outcome, reason, before, after, ...(merge && { merge }) };
  }
}

/** A finding of a check in a text that an import adds or changes. */
export class ImportFindingDto {
  @ApiProperty({ description: 'The name of the key.', example: 'home.title' })
  key!: string;

  @ApiProperty({ description: 'The language tag.', example: 'de' })
  language!: string;

  @ApiProperty({
    enum: [...CHECK_CODES],
    enumName: 'CheckCode',
    description: 'The check.',
    example: 'too_long',
  })
  code!: CheckCode;

  @ApiProperty({
    description: 'What was found, and where: a sentence in English.',
    example: 'the text has 10 characters, and 8 are allowed',
  })
  detail!: string;

  @ParamsField({ length: 10, max: 8 })
  params?: SentenceParams;

  static from({ key, language, code, detail }: ImportFinding): ImportFindingDto {
    return { key, language, code, detail, ...findingParams(code, detail) };
  }
}

/** A text that an import removed. */
export class RemovedTextDto {
  @ApiProperty({ description: 'The name of the key.', example: 'home.cta' })
  key!: string;

  @ApiProperty({ description: 'The language of the text.', example: 'de' })
  language!: string;
}

/** A text of a deleted key that the project has changed since the base. */
export class ChangedTextDto {
  @ApiProperty({ description: 'The language.', example: 'de' })
  language!: string;

  @ApiProperty({ type: String, nullable: true, description: 'At the base; null: none.', example: 'Start' })
  base!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'In the project; null: none.', example: 'Startseite' })
  now!: string | null;
}

/**
 * A conflict: the project and the file have both changed a text, a state, a description, a length limit or a key since the base, or the
 * caller may not make the change of the file.
 */
export class MergeConflictDto {
  @ApiProperty({
    description: 'For `takeFile` and `takeNow`.',
    example: 'q83vEjRWeJCrze8B',
  })
  id!: string;

  @ApiProperty({ description: 'The name of the key.', example: 'home.title' })
  name!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The language; null: the key itself.', example: 'de' })
  language!: string | null;

  @ApiProperty({
    enum: CONFLICT_REASONS,
    description:
      'What is in conflict (`deleted`: the file lacks a key that has changed), or why the caller may not make the change of the file.',
  })
  reason!: ConflictReason;

  @ApiProperty({ type: String, nullable: true, description: 'At the base; null: none.', example: 'Start' })
  base!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'In the file; null: none.', example: 'Zuhause' })
  file!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'In the project; null: none.', example: 'Startseite' })
  now!: string | null;

  @ApiProperty({
    type: [ChangedTextDto],
    required: false,
    description:
      'Of a key that the file lacks: the texts that the project has changed since the base, none if only the key has changed.',
  })
  texts?: readonly ChangedTextDto[];

  static from(conflict: Conflict): MergeConflictDto {
    return { id: idOfConflict(conflict), ...conflict };
  }
}

/** The revision of the project that a file resembles most. */
export class LikelyBaseDto {
  @ApiProperty({ type: 'integer', description: 'The revision.', example: 57 })
  revision!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Number of texts of the file that it had.',
    example: 1_998,
  })
  sameTexts!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Number of texts of the file that the project has now.',
    example: 1_950,
  })
  sameTextsNow!: number;
}

/** One of several files of an import. */
export class ImportedFileCountsDto {
  @ApiProperty({ description: 'The name of the file, or its path in the zip.', example: 'de.json' })
  name!: string;

  @ApiProperty({ description: 'The format: of `format` or `formats`, or detected.', example: 'json' })
  format!: string;

  @ApiProperty({ type: [String], description: 'The languages of the file.', example: ['de'] })
  languages!: string[];

  @ApiProperty({ type: 'integer', description: 'The number of translation units that had no text before.', example: 3 })
  imported!: number;

  @ApiProperty({ type: 'integer', description: 'The number that had another text before.', example: 1 })
  updated!: number;

  @ApiProperty({ type: 'integer', description: 'The number of all others that no earlier file has.', example: 0 })
  skipped!: number;

  @ApiProperty({
    required: false,
    type: 'integer',
    description: 'Present with `base`: the number of conflicts about texts and states.',
    example: 0,
  })
  conflicts?: number;

  static from({ languages, ...counts }: FileCounts): ImportedFileCountsDto {
    return { languages: [...languages], ...counts };
  }
}

/** The details of an import. */
export class ImportDetailsDto {
  @ApiProperty({
    description: 'The format of the file: the option `format`, or the detected format.',
    example: 'json',
  })
  format!: string;

  @ApiProperty({ type: [String], description: 'The languages of the texts of the file.', example: ['de'] })
  languages!: string[];

  @ApiProperty({
    required: false,
    type: [ImportedFileCountsDto],
    description: `Present for a zip and for several files: the first ${MAX_DETAILS}, in the order in which they were read.`,
  })
  files?: ImportedFileCountsDto[];

  @ApiProperty({
    type: [UnitOutcomeDto],
    description: `The outcome of the translation units (key and language) that \`detailsOf\` selects, in the order of the file: a page of up to ${MAX_DETAILS}, and fewer if their names and texts are longer than 1,048,576 characters together, or their findings longer than 524,288.`,
  })
  pairs!: UnitOutcomeDto[];

  @ApiProperty({
    type: [ImportFindingDto],
    description:
      'What the checks found in the new and changed texts of `pairs`; with `detailsOf=findings` in all texts of `pairs`, without what is ignored.',
    example: [],
  })
  findings!: ImportFindingDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The `detailsCursor` of the next page of a dry run; null on the last page, and for an import that was written.',
    example: null,
  })
  nextCursor!: string | null;

  @ApiProperty({ type: 'integer', description: 'The number of keys that were created.', example: 2 })
  createdKeys!: number;

  @ApiProperty({ type: [String], description: 'Languages that were added.', example: [] })
  createdLanguages!: string[];

  @ApiProperty({
    type: [String],
    description: `The names of the keys that \`deleteMissing\` deleted: a page of up to ${MAX_DETAILS}, and of up to 262,144 characters.`,
    example: [],
  })
  deletedKeys!: string[];

  @ApiProperty({ type: 'integer', description: 'The number of all keys that `deleteMissing` deleted.', example: 0 })
  deletedKeyCount!: number;

  @ApiProperty({
    type: [RemovedTextDto],
    description: `The texts that \`missingTexts=remove\` removed, the texts of deleted keys among them; the first ${MAX_DETAILS}.`,
    example: [],
  })
  removedTexts!: RemovedTextDto[];

  @ApiProperty({ type: 'integer', description: 'The number of all texts that `missingTexts` removed.', example: 0 })
  removedTextCount!: number;

  @ApiProperty({
    required: false,
    type: [MergeConflictDto],
    description: 'Present with `base`: the first 100, the open ones before the others.',
  })
  conflicts?: MergeConflictDto[];

  @ApiProperty({
    required: false,
    type: 'integer',
    description: 'Present with `base`: the number of all conflicts.',
    example: 0,
  })
  conflictCount?: number;

  @ApiProperty({
    required: false,
    type: 'integer',
    description:
      'Present with `base`: the number of the open conflicts, which neither a choice nor the rule settles. They refuse an import that is no dry run.',
    example: 0,
  })
  openConflictCount?: number;

  @ApiProperty({
    required: false,
    type: LikelyBaseDto,
    nullable: true,
    description: 'Present with `findBase`; null: no revision had more texts of the file.',
  })
  likelyBase?: LikelyBaseDto | null;

  static from({ units, findings, ...details }: ImportDetails): ImportDetailsDto {
    const { format, languages, nextCursor, createdKeys, createdLanguages, deletedKeys, deletedKeyCount } = details;
    return {
      removedTexts: details.removedTexts,
      removedTextCount: details.removedTextCount,
      format,
      languages: [...languages],
      ...(details.files && { files: details.files.map((file) => ImportedFileCountsDto.from(file)) }),
      pairs: units.map((unit) => UnitOutcomeDto.from(unit)),
      findings: findings.map((finding) => ImportFindingDto.from(finding)),
      nextCursor,
      createdKeys,
      createdLanguages,
      deletedKeys,
      deletedKeyCount,
      ...(details.conflicts && {
        conflicts: details.conflicts.listed.map((conflict) => MergeConflictDto.from(conflict)),
        conflictCount: details.conflicts.count,
        openConflictCount: details.conflicts.openCount,
      }),
      ...(details.likelyBase !== undefined && { likelyBase: details.likelyBase }),
    };
  }
}

/** The numbers of translation units (key and language) of the file by outcome. Their sum is the number of its units. */
export class ImportResultDto {
  @ApiProperty({ type: 'integer', description: 'The number of translation units that had no text before.', example: 3 })
  imported!: number;

  @ApiProperty({
    type: 'integer',
    description: 'The number of translation units that had another text before.',
    example: 1,
  })
  updated!: number;

  @ApiProperty({
    type: 'integer',
    description: 'The number of translation units whose text was the same, was kept, or is empty or null in the file.',
    example: 0,
  })
  skipped!: number;

  @ApiProperty({
    required: false,
    type: 'integer',
    description:
      'Present with `details=true`: the revision with which a dry run compared the file, or the revision of the project after the import.',
    example: 57,
  })
  revision?: number;

  @ApiProperty({ required: false, type: ImportDetailsDto, description: 'Present with `details=true`.' })
  details?: ImportDetailsDto;

  @ApiProperty({
    required: false,
    type: [WarningDto],
    description: `Present with \`details=true\`: what could not be imported exactly; the first ${MAX_WARNINGS}.`,
  })
  warnings?: WarningDto[];

  @ApiProperty({
    required: false,
    type: 'integer',
    description: 'Present with `details=true`: the number of all warnings.',
    example: 1,
  })
  warningCount?: number;

  static from({ imported, updated, skipped, revision, details, warnings }: ImportResult): ImportResultDto {
    return {
      imported,
      updated,
      skipped,
      ...(revision !== undefined && { revision: Number(revision) }),
      ...(details && { details: ImportDetailsDto.from(details) }),
      ...(warnings && {
        warnings: warnings.listed.map((warning) => WarningDto.from(warning)),
        warningCount: warnings.count,
      }),
    };
  }
}
