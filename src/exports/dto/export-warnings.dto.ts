import { ApiProperty } from '@nestjs/swagger';
import { MAX_WARNINGS, type Warnings } from '../../language-files';
import { WarningDto } from '../../formats/dto/warning.dto';

export class ExportWarningsDto {
  @ApiProperty({
    type: [WarningDto],
    description: `What the file cannot carry as it is stored; the first ${MAX_WARNINGS}.`,
  })
  warnings!: WarningDto[];

  @ApiProperty({ type: 'integer', description: 'How many warnings there are in all.', example: 1 })
  warningCount!: number;

  static from({ listed, count }: Warnings): ExportWarningsDto {
    return { warnings: listed.map((warning) => WarningDto.from(warning)), warningCount: count };
  }
}
