import { ApiProperty } from '@nestjs/swagger';
import { MAX_FILES } from '../sent-files';
import { ImportOptionsDto } from './import-options.dto';

/** The form of an import. It is documentation only: `Upload` reads the form from a stream. */
export class ImportFormDto extends ImportOptionsDto {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: `The file, or a zip of files. Format and language are detected from its name too. The part can occur ${MAX_FILES} times, each with another filename.`,
    example: '{"home.title": "Willkommen"}',
  })
  file!: unknown;
}
