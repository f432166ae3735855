import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { BackgroundModule } from '../background/background.module';
import { SessionCookies } from './session-cookies';
import { SessionExpiry } from './session-expiry';
import { SessionsService } from './sessions.service';

@Module({
  imports: [ApiKeysModule, BackgroundModule],
  providers: [SessionCookies, SessionExpiry, SessionsService],
  exports: [SessionCookies, SessionsService],
})
export class SessionsModule {}
