import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { BackgroundModule } from '../background/background.module';
import { ProxyProtocol } from './proxy-protocol';
import { SessionExpiry } from './session-expiry';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';

@Module({
  imports: [ApiKeysModule, BackgroundModule],
  controllers: [SessionsController],
  providers: [ProxyProtocol, SessionExpiry, SessionsService],
  exports: [SessionsService],
})
export class SessionsModule {}
