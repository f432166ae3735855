import { ApiProperty } from '@nestjs/swagger';
import type { BulkResult } from '../bulk/bulk';

const count = (description: string, example = 0): { type: 'integer'; description: string; example: number } => ({
  type: 'integer',
  description,
  example,
});

/** The numbers of texts and keys that stay as they are, by reason. */
class BulkSkippedDto {
  @ApiProperty(count('Texts that have the state already and are not outdated, and keys that have the tags already.'))
  unchanged!: number;

  @ApiProperty(count('Keys without a text in the language, for each language.', 200))
  noText!: number;

  @ApiProperty(count('Keys without a source text to copy, for each language.'))
  noSource!: number;

  @ApiProperty(count('Texts that `copySource` leaves without `overwrite`.'))
  hasText!: number;

  @ApiProperty(count('Reviewed texts that the caller may not change: it lacks `translations:review`.', 12))
  protected!: number;

  @ApiProperty(
    count(
      'Of a dry run: texts that would change, in languages in which the caller may not write. Without it, the request is refused.',
    ),
  )
  languageNotAllowed!: number;

  @ApiProperty(count('Keys that would have more than 50 tags.'))
  tooManyTags!: number;
}

/** What a bulk change did, or would do. */
export class BulkResultDto {
  @ApiProperty({ description: 'Whether nothing was changed.', example: true })
  dryRun!: boolean;

  @ApiProperty(count('Selected keys.', 50_000))
  keys!: number;

  @ApiProperty(count('Keys with other tags.'))
  keysChanged!: number;

  @ApiProperty(count('Deleted keys.'))
  keysDeleted!: number;

  @ApiProperty(count('Texts that are new or different.'))
  textsSet!: number;

  @ApiProperty(count('Removed texts, with the texts of deleted keys.'))
  textsRemoved!: number;

  @ApiProperty(count('Texts that got another state or were confirmed.', 49_788))
  statesSet!: number;

  @ApiProperty({ type: BulkSkippedDto, description: 'What stays as it is, and why.' })
  skipped!: BulkSkippedDto;

  static from(result: BulkResult): BulkResultDto {
    return result;
  }
}

export class BulkResponseDto {
  @ApiProperty({ type: BulkResultDto })
  bulk!: BulkResultDto;
}
