import { Module } from '@nestjs/common';
import { ProjectDetailsController } from './project-details.controller';
import { ProjectDetailsService } from './project-details.service';
import { ProjectProgress } from './project-progress';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';
import { TemplateList } from './template-list';
import { TemplatesController } from './templates.controller';
import { ProjectWriter } from './write/project-writer';

@Module({
  controllers: [ProjectsController, ProjectDetailsController, TemplatesController],
  providers: [ProjectWriter, ProjectsService, ProjectDetailsService, ProjectProgress, TemplateList],
  exports: [ProjectWriter, ProjectsService],
})
export class ProjectsModule {}
