import { ApiProperty } from '@nestjs/swagger';
import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { EXAMPLE_IDS } from '../../common/example-ids';
import type { Written } from '../../project-write/project-writer';
import { REPLACE_SKIP_REASONS, type ReplaceResult, type ReplaceSkipReason } from '../replace/replacement';

const count = (description: string, example = 0): { type: 'integer'; description: string; example: number } => ({
  type: 'integer',
  description,
  example,
});

/** The numbers of texts that stay as they are, by reason. */
class ReplaceSkippedDto {
  @ApiProperty(count('Reviewed texts that the caller may not change.'))
  protected!: number;

  @ApiProperty(count('Texts in which a placeholder, a tag or the syntax of ICU would change.'))
  placeholder!: number;

  @ApiProperty(count('Texts in which a check would find something that it does not find now.', 1))
  check!: number;

  @ApiProperty(count('Texts of which nothing but white space would be left.'))
  empty!: number;
}

/** A text before and after. */
class ReplacedTextDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.key })
  keyId!: string;

  @ApiProperty({ description: 'The name of the key.', example: 'home.open' })
  name!: string;

  @ApiProperty({ example: 'Datei öffnen' })
  before!: string;

  @ApiProperty({ description: 'Only its beginning if it is too long for a key.', example: 'Dokument öffnen' })
  after!: string;

  @ApiProperty({
    enum: [...REPLACE_SKIP_REASONS],
    enumName: 'ReplaceSkipReason',
    nullable: true,
    description: 'Why the text stays as it is; null if it changes.',
    example: null,
  })
  skipped!: ReplaceSkipReason | null;

  @ApiProperty({
    enum: CHECK_CODES,
    enumName: 'CheckCode',
    isArray: true,
    description: 'The checks that would find something new.',
    example: [],
  })
  checks!: CheckCode[];
}

export class ReplaceResponseDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The revision of the change, with which it is undone; null if nothing was changed.',
    example: null,
  })
  change!: number | null;

  @ApiProperty({ description: 'Whether nothing was changed.', example: true })
  dryRun!: boolean;

  @ApiProperty(count('Selected keys.', 50_000))
  keys!: number;

  @ApiProperty(count('Texts that change.', 12))
  count!: number;

  @ApiProperty({ type: ReplaceSkippedDto, description: 'What stays as it is, and why.' })
  skipped!: ReplaceSkippedDto;

  @ApiProperty({
    type: [ReplacedTextDto],
    description:
      'Of a dry run, the texts that change and that are skipped, page by page; else the first skipped texts: a dry run lists the others. ' +
      'In the order of the names.',
  })
  texts!: ReplacedTextDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of a dry run, the cursor of the next texts; null if there are no more, and if it is no dry run.',
    example: null,
  })
  nextCursor!: string | null;

  static from({ result, revision }: Written<ReplaceResult>): ReplaceResponseDto {
    return { change: result.dryRun || result.count === 0 ? null : Number(revision), ...result };
  }
}
