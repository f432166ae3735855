import { ApiProperty } from '@nestjs/swagger';
import { type SentenceParams, warningParams } from '../../common/sentences';
import { ParamsField } from '../../common/sentences/params-field';
import type { Warning } from '../../language-files';

/** A warning about something that a conversion could not represent exactly. */
export class WarningDto {
  @ApiProperty({ description: 'The kind of the warning.', example: 'plural_form_invented' })
  code!: string;

  @ApiProperty({
    description: 'A text for people.',
    example: 'the form "few" is missing; the text of "other" is used for it',
  })
  detail!: string;

  @ParamsField({ reason: 'used', form: 'few', of: 'other' })
  params?: SentenceParams;

  @ApiProperty({ required: false, description: 'The name of the key.' })
  key?: string;

  @ApiProperty({ required: false, description: 'The language tag.' })
  language?: string;

  @ApiProperty({ required: false, type: 'integer', description: 'The line of the file; the first is 1.' })
  line?: number;

  static from({ code, detail, key, language, line }: Warning): WarningDto {
    return { code, detail, ...warningParams(code, detail), key, language, line };
  }
}
