import { ApiProperty } from '@nestjs/swagger';
import { MACHINE_PROVIDERS, type MachineProviderName } from '../../config/machine-provider';
import type { OrganizationProvider } from '../organization-providers';

/** The provider that an organization has set up. Its API key is in no answer. */
export class OrganizationProviderDto {
  @ApiProperty({ enum: MACHINE_PROVIDERS, enumName: 'MachineProvider', example: 'openai' })
  provider!: MachineProviderName;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null: the address of the provider.',
    example: 'https://llm.example.com/v1',
  })
  url!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The model, of `openai` only.', example: 'gemma3:12b' })
  model!: string | null;

  @ApiProperty({ description: 'Whether there is an API key.', example: true })
  hasApiKey!: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The limit of the organization for its own account. Null: no limit.',
    example: 500_000,
  })
  charactersPerMonth!: number | null;

  @ApiProperty({ format: 'date-time' })
  changedAt!: Date;

  static from(from: OrganizationProvider): OrganizationProviderDto {
    const { provider, url, model, hasApiKey, charactersPerMonth, changedAt } = from;
    return { provider, url, model, hasApiKey, charactersPerMonth, changedAt };
  }
}

export class MachineProviderResponseDto {
  @ApiProperty({ type: OrganizationProviderDto })
  machineProvider!: OrganizationProviderDto;
}

export class OptionalMachineProviderResponseDto {
  @ApiProperty({ type: OrganizationProviderDto, nullable: true })
  machineProvider!: OrganizationProviderDto | null;
}
