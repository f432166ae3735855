import { Module } from '@nestjs/common';
import { CharacterBudget } from './character-budget';
import { MachineTranslationController } from './machine-translation.controller';
import { MachineTranslator } from './machine-translator';
import { ProviderClock } from './provider-clock';
import { ProviderPause } from './provider-pause';
import { ProviderRequests } from './provider-requests';

@Module({
  controllers: [MachineTranslationController],
  providers: [CharacterBudget, MachineTranslator, ProviderClock, ProviderPause, ProviderRequests],
  exports: [CharacterBudget, MachineTranslator],
})
export class MachineTranslationModule {}
