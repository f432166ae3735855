import { ApiProperty } from '@nestjs/swagger';
import { MAX_WARNINGS, type Warnings } from '../../language-files';
import { WarningDto } from '../../formats/dto/warning.dto';

/** The warnings of an export. */
export class ExportWarningsDto {
  @ApiProperty({
    type: [WarningDto],
    description: `Each part of the project that the file cannot represent exactly; the first ${MAX_WARNINGS}.`,
  })
  warnings!: WarningDto[];

  @ApiProperty({ type: 'integer', description: 'The number of all warnings.', example: 1 })
  warningCount!: number;

  static from({ listed, count }: Warnings): ExportWarningsDto {
    return { warnings: listed.map((warning) => WarningDto.from(warning)), warningCount: count };
  }
}
