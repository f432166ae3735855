import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { JobsModule } from '../jobs/jobs.module';
import { SessionExpiry } from './session-expiry';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';

@Module({
  imports: [ApiKeysModule, JobsModule],
  controllers: [SessionsController],
  providers: [SessionExpiry, SessionsService],
  exports: [SessionsService],
})
export class SessionsModule {}
