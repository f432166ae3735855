import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module';
import { KeysModule } from '../keys/keys.module';
import { ProjectsModule } from '../projects/projects.module';
import { AssignmentExpiry } from './assignment-expiry';
import { AssignmentsController } from './assignments.controller';
import { AssignmentsService } from './assignments.service';

@Module({
  imports: [BackgroundModule, KeysModule, ProjectsModule],
  controllers: [AssignmentsController],
  providers: [AssignmentExpiry, AssignmentsService],
})
export class AssignmentsModule {}
