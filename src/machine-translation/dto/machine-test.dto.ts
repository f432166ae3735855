import { ApiProperty } from '@nestjs/swagger';
import { MACHINE_PROVIDERS, type MachineProviderName } from '../../config/machine-provider';
import { MACHINE_FAILURES, type MachineFailure } from '../machine-failure';

/** The translation of a text that tries a provider. */
export class MachineTestDto {
  @ApiProperty({ enum: MACHINE_PROVIDERS, enumName: 'MachineProvider', nullable: true, example: 'deepl' })
  provider!: MachineProviderName | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null: it did not translate.',
    example: '{count} Dateien löschen',
  })
  text!: string | null;

  @ApiProperty({
    enum: MACHINE_FAILURES,
    enumName: 'MachineFailure',
    nullable: true,
    description: 'Why it did not translate.',
    example: null,
  })
  error!: MachineFailure | null;
}

export class MachineTestResponseDto {
  @ApiProperty({ type: MachineTestDto })
  machineTest!: MachineTestDto;
}
