import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AccessDeclarations } from './access-declarations';
import { Authenticator } from './authenticator';

@Module({
  imports: [ApiKeysModule, SessionsModule, DiscoveryModule],
  providers: [AccessDeclarations, Authenticator],
  exports: [Authenticator],
})
export class AuthModule {}
