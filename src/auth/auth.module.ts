import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { AccessDeclarations } from './access-declarations';
import { Authenticator } from './authenticator';

@Module({
  imports: [ApiKeysModule, DiscoveryModule],
  providers: [AccessDeclarations, Authenticator],
  exports: [Authenticator],
})
export class AuthModule {}
