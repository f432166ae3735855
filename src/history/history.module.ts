import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { BackgroundModule } from '../background/background.module';
import { ProjectsModule } from '../projects/projects.module';
import { ChangeItems } from './change-items';
import { ChangeList } from './change-list';
import { ChangesController } from './changes.controller';
import { HistoryPruning } from './history-pruning';
import { KeyChangesController } from './key-changes.controller';
import { KeyLife } from './key-life';
import { ReversalsController } from './reversals.controller';
import { ReversalsService } from './reversals.service';
import { UndoNeeds } from './undo-needs';

@Module({
  imports: [IdempotencyModule, BackgroundModule, ProjectsModule],
  controllers: [ChangesController, KeyChangesController, ReversalsController],
  providers: [ChangeList, ChangeItems, KeyLife, ReversalsService, UndoNeeds, HistoryPruning],
  exports: [ChangeList, ChangeItems, ReversalsService, UndoNeeds, HistoryPruning],
})
export class HistoryModule {}
