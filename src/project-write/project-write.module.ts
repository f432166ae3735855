import { Module } from '@nestjs/common';
import { ProjectWriter } from './project-writer';
import { VisibleProjects } from './visible-projects';

@Module({ providers: [ProjectWriter, VisibleProjects], exports: [ProjectWriter, VisibleProjects] })
export class ProjectWriteModule {}
