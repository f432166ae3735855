import { ApiProperty } from '@nestjs/swagger';
import { ImportOptionsDto } from './import-options.dto';

/** The form of an import. It is documentation only: `Upload` reads the form from a stream. */
export class ImportFormDto extends ImportOptionsDto {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'The file, or a zip of files. Format and language are detected from its name too.',
    example: '{"home.title": "Willkommen"}',
  })
  file!: unknown;
}
