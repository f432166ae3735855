import { Module } from '@nestjs/common';
import { ProjectDetailsController } from './project-details.controller';
import { ProjectDetailsService } from './project-details.service';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';
import { ProjectWriter } from './write/project-writer';

@Module({
  controllers: [ProjectsController, ProjectDetailsController],
  providers: [ProjectWriter, ProjectsService, ProjectDetailsService],
  exports: [ProjectWriter, ProjectsService],
})
export class ProjectsModule {}
