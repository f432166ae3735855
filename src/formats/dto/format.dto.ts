import { ApiProperty } from '@nestjs/swagger';
import type { FormatCodec } from '../../language-files';

/** A file format and what it can represent. */
export class FormatDto {
  @ApiProperty({ description: 'The value of the `format` option.', example: 'json' })
  id!: string;

  @ApiProperty({ description: 'The name for people.', example: 'JSON (flat)' })
  name!: string;

  @ApiProperty({ type: [String], description: 'File name extensions, the usual one first.', example: ['json'] })
  extensions!: string[];

  @ApiProperty({ description: 'The media type of an export.', example: 'application/json' })
  mediaType!: string;

  @ApiProperty({ description: 'Whether the format can be imported.' })
  import!: boolean;

  @ApiProperty({ description: 'Whether the format can be exported.' })
  export!: boolean;

  @ApiProperty({ description: 'Whether a file contains source and target texts.' })
  bilingual!: boolean;

  @ApiProperty({ description: 'Whether a file contains several languages.' })
  multilingual!: boolean;

  @ApiProperty({
    enum: ['native', 'icu', 'none'],
    description:
      '`native`: the format has plurals of its own. `icu`: its texts are ICU messages. `none`: a plural is written as an ICU message.',
  })
  plurals!: 'native' | 'icu' | 'none';

  @ApiProperty({ description: 'Whether the format contains descriptions of keys.' })
  comments!: boolean;

  @ApiProperty({
    description: 'Whether an export has the layout of the file that was imported, and changes only what differs.',
  })
  templates!: boolean;

  @ApiProperty({
    type: [String],
    description: 'Parts of a file that may be lost when it is imported and exported in the canonical layout.',
  })
  losses!: string[];

  static from({
    id,
    name,
    extensions,
    mediaType,
    canParse,
    bilingual,
    multilingual,
    plurals,
    comments,
    template,
    losses,
  }: FormatCodec): FormatDto {
    return {
      id,
      name,
      extensions: [...extensions],
      mediaType,
      import: canParse,
      export: true,
      bilingual,
      multilingual,
      plurals,
      comments,
      templates: template !== undefined,
      losses: [...losses],
    };
  }
}

export class FormatListDto {
  @ApiProperty({ type: [FormatDto] })
  formats!: FormatDto[];
}
