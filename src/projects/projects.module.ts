import { Module } from '@nestjs/common';
import { ProjectWriter } from './write/project-writer';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';

@Module({
  controllers: [ProjectsController],
  providers: [ProjectWriter, ProjectsService],
  exports: [ProjectWriter, ProjectsService],
})
export class ProjectsModule {}
