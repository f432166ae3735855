import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { BackgroundModule } from '../background/background.module';
import { ProxyProtocol } from './proxy-protocol';
import { SessionExpiry } from './session-expiry';
import { SessionsService } from './sessions.service';

@Module({
  imports: [ApiKeysModule, BackgroundModule],
  providers: [ProxyProtocol, SessionExpiry, SessionsService],
  exports: [ProxyProtocol, SessionsService],
})
export class SessionsModule {}
