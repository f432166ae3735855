import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ProjectWriteModule } from '../project-write/project-write.module';
import { ProjectDetailsController } from './project-details.controller';
import { ProjectDetailsService } from './project-details.service';
import { ProjectProgress } from './project-progress';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';
import { TemplateList } from './template-list';
import { TemplatesController } from './templates.controller';

@Module({
  imports: [IdempotencyModule, ProjectWriteModule],
  controllers: [ProjectsController, ProjectDetailsController, TemplatesController],
  providers: [ProjectsService, ProjectDetailsService, ProjectProgress, TemplateList],
  exports: [ProjectWriteModule, ProjectsService],
})
export class ProjectsModule {}
