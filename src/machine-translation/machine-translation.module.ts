import { Module } from '@nestjs/common';
import { CharacterBudget } from './character-budget';
import { MachineTranslationController } from './machine-translation.controller';
import { MachineProviderController } from './machine-provider.controller';
import { MachineTranslators } from './machine-translator';
import { OrganizationProviders } from './organization-providers';
import { ProviderAccounts } from './provider-accounts';
import { ProviderClock } from './provider-clock';
import { ProviderPauses } from './provider-pauses';
import { ProviderRequests } from './provider-requests';

@Module({
  controllers: [MachineTranslationController, MachineProviderController],
  providers: [
    CharacterBudget,
    MachineTranslators,
    OrganizationProviders,
    ProviderAccounts,
    ProviderClock,
    ProviderPauses,
    ProviderRequests,
  ],
  exports: [MachineTranslators],
})
export class MachineTranslationModule {}
