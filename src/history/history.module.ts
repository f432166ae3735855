import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { ChangeItems } from './change-items';
import { ChangeList } from './change-list';
import { ChangesController } from './changes.controller';
import { KeyChangesController } from './key-changes.controller';
import { KeyLife } from './key-life';

@Module({
  imports: [ProjectsModule],
  controllers: [ChangesController, KeyChangesController],
  providers: [ChangeList, ChangeItems, KeyLife],
})
export class HistoryModule {}
