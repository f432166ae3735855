import { Module } from '@nestjs/common';
import { ProjectDetailsController } from './project-details.controller';
import { ProjectDetailsService } from './project-details.service';
import { ProjectProgress } from './project-progress';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';
import { ProjectWriter } from './write/project-writer';

@Module({
  controllers: [ProjectsController, ProjectDetailsController],
  providers: [ProjectWriter, ProjectsService, ProjectDetailsService, ProjectProgress],
  exports: [ProjectWriter, ProjectsService],
})
export class ProjectsModule {}
