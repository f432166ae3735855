import { ApiProperty } from '@nestjs/swagger';
import type { Warning } from '../formats/codec';
import { WarningDto } from './warning.dto';

export class ExportWarningsDto {
  @ApiProperty({ type: [WarningDto], description: 'Everything that the file cannot carry as it is stored.' })
  warnings!: WarningDto[];

  static from(warnings: readonly Warning[]): ExportWarningsDto {
    return { warnings: warnings.map((warning) => WarningDto.from(warning)) };
  }
}
