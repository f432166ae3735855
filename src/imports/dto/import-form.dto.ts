import { ApiProperty } from '@nestjs/swagger';
import { ImportOptionsDto } from './import-options.dto';

/** The form of an import, for documentation: it is read as a stream. */
export class ImportFormDto extends ImportOptionsDto {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'The file, or a zip of files. Its name helps to tell format and language.',
    example: '{"home.title": "Willkommen"}',
  })
  file!: unknown;
}
