import { ApiProperty } from '@nestjs/swagger';
import { ACCOUNT_OWNERS, type AccountOwner } from '../provider-account';
import { MACHINE_PROVIDERS, type MachineProviderName } from '../../config/machine-provider';

/** The machine translation of the organization, with the characters that were sent in this month. */
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
    enum: ACCOUNT_OWNERS,
    enumName: 'AccountOwner',
    nullable: true,
    description: 'The owner of the account, who has set the provider up and pays for it.',
    example: 'operator',
  })
  account!: AccountOwner | null;

  @ApiProperty({ type: 'integer', description: 'Characters that were sent to this account.', example: 12_345 })
  characters!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null: no limit, which only an account of the organization can have.',
    example: 1_000_000,
  })
  charactersPerMonth!: number | null;
}

export class MachineTranslationResponseDto {
  @ApiProperty({ type: MachineTranslationDto })
  machineTranslation!: MachineTranslationDto;
}
