import { Module } from '@nestjs/common';
import { CharacterBudget } from './character-budget';
import { MachineTranslationController } from './machine-translation.controller';
import { MachineTranslator } from './machine-translator';

@Module({
  controllers: [MachineTranslationController],
  providers: [CharacterBudget, MachineTranslator],
  exports: [CharacterBudget, MachineTranslator],
})
export class MachineTranslationModule {}
