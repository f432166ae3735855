import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ProjectDetailsController } from './project-details.controller';
import { ProjectDetailsService } from './project-details.service';
import { ProjectProgress } from './project-progress';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';
import { TemplateList } from './template-list';
import { TemplatesController } from './templates.controller';
import { ProjectWriter } from './write/project-writer';

@Module({
  imports: [IdempotencyModule],
  controllers: [ProjectsController, ProjectDetailsController, TemplatesController],
  providers: [ProjectWriter, ProjectsService, ProjectDetailsService, ProjectProgress, TemplateList],
  exports: [ProjectWriter, ProjectsService],
})
export class ProjectsModule {}
