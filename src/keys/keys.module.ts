import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { KeyList } from './key-list';
import { KeysController } from './keys.controller';
import { KeysService } from './keys.service';
import { ProjectDetailsController } from '../projects/project-details.controller';
import { ProjectDetailsService } from '../projects/project-details.service';

@Module({
  imports: [ProjectsModule],
  controllers: [KeysController, ProjectDetailsController],
  providers: [KeysService, KeyList, ProjectDetailsService],
  exports: [KeysService],
})
export class KeysModule {}
