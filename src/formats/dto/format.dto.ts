import { ApiProperty } from '@nestjs/swagger';
import type { FormatCodec } from '../../language-files';

export class FormatDto {
  @ApiProperty({ description: 'The value of the `format` option.', example: 'json' })
  id!: string;

  @ApiProperty({ example: 'JSON (flat)' })
  name!: string;

  @ApiProperty({ type: [String], example: ['json'] })
  extensions!: string[];

  @ApiProperty({ example: 'application/json' })
  mediaType!: string;

  @ApiProperty({ description: 'It can be imported.' })
  import!: boolean;

  @ApiProperty({ description: 'It can be exported.' })
  export!: boolean;

  @ApiProperty({ description: 'A file holds source and target texts side by side.' })
  bilingual!: boolean;

  @ApiProperty({ description: 'One file holds several languages.' })
  multilingual!: boolean;

  @ApiProperty({
    enum: ['native', 'icu', 'none'],
    description:
      '`native`: plurals of its own; `icu`: its texts are ICU messages; `none`: a plural is its ICU message.',
  })
  plurals!: 'native' | 'icu' | 'none';

  @ApiProperty({ description: 'Descriptions of keys survive.' })
  comments!: boolean;

  @ApiProperty({ type: [String], description: 'What importing and exporting the same file may lose.' })
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
      losses: [...losses],
    };
  }
}

export class FormatListDto {
  @ApiProperty({ type: [FormatDto] })
  formats!: FormatDto[];
}
