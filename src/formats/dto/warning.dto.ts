import { ApiProperty } from '@nestjs/swagger';
import type { Warning } from '../../language-files';

/** Something that a conversion could not carry over as it was. */
export class WarningDto {
  @ApiProperty({ example: 'plural_form_invented' })
  code!: string;

  @ApiProperty({ example: 'the file has no form for "other"' })
  detail!: string;

  @ApiProperty({ required: false })
  key?: string;

  @ApiProperty({ required: false })
  language?: string;

  @ApiProperty({ required: false, type: 'integer' })
  line?: number;

  static from({ code, detail, key, language, line }: Warning): WarningDto {
    return { code, detail, key, language, line };
  }
}
