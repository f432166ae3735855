import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { ProjectWriteModule } from '../project-write/project-write.module';
import { ProjectsModule } from '../projects/projects.module';
import { LiveController } from './live.controller';
import { LiveHub } from './live-hub';
import { PresenceService } from './presence.service';

@Module({
  imports: [AuthModule, ProjectsModule, ProjectWriteModule],
  controllers: [LiveController],
  providers: [LiveHub, PresenceService],
  exports: [LiveHub],
})
export class LiveModule {}
