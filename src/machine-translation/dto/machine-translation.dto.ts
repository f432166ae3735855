import { ApiProperty } from '@nestjs/swagger';
import { MACHINE_PROVIDERS, type MachineProviderName } from '../../config/machine-translation-variables';

/** The machine translation that the operator has set up, and what the organization has used of it. */
export class MachineTranslationDto {
  @ApiProperty({
    enum: MACHINE_PROVIDERS,
    enumName: 'MachineProvider',
    nullable: true,
    description: 'Null: none is set up.',
    example: 'deepl',
  })
  provider!: MachineProviderName | null;

  @ApiProperty({
    type: 'integer',
    example: 12_345,
  })
  characters!: number;

  @ApiProperty({ type: 'integer', example: 1_000_000 })
  charactersPerMonth!: number;
}

export class MachineTranslationResponseDto {
  @ApiProperty({ type: MachineTranslationDto })
  machineTranslation!: MachineTranslationDto;
}
