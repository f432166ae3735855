import { Module } from '@nestjs/common';
import { GlossaryModule } from '../glossary/glossary.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { KeysModule } from '../keys/keys.module';
import { MemoryExport } from './memory-export';
import { MachineTranslationModule } from '../machine-translation/machine-translation.module';
import { ProjectsModule } from '../projects/projects.module';
import { KeySuggestions } from './key-suggestions';
import { MemoryIndex } from './memory-index';
import { MemoryIndexer } from './memory-indexer';
import { MemoryCandidates } from './memory-candidates';
import { MemorySearch } from './memory-search';
import { MemoryController } from './memory.controller';
import { MemoryService } from './memory.service';
import { BackgroundModule } from '../background/background.module';
import { PaidTranslationExpiry, PaidTranslations } from './pretranslate/paid-translations';
import { PretranslationLease } from './pretranslate/pretranslation-lease';
import { PretranslationMachine } from './pretranslate/pretranslation-machine';
import { PretranslationMemory } from './pretranslate/pretranslation-memory';
import { PretranslateController } from './pretranslate/pretranslate.controller';
import { PretranslateService } from './pretranslate/pretranslate.service';
import { Pretranslator } from './pretranslate/pretranslator';

@Module({
  imports: [BackgroundModule, GlossaryModule, IdempotencyModule, KeysModule, ProjectsModule, MachineTranslationModule],
  controllers: [MemoryController, PretranslateController],
  providers: [
    KeySuggestions,
    MemoryExport,
    MemoryIndex,
    MemoryIndexer,
    MemoryCandidates,
    MemorySearch,
    MemoryService,
    PaidTranslationExpiry,
    PaidTranslations,
    PretranslationLease,
    PretranslationMachine,
    PretranslationMemory,
    Pretranslator,
    PretranslateService,
  ],
  exports: [KeySuggestions],
})
export class MemoryModule {}
