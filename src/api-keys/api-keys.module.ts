import { Module } from '@nestjs/common';
import { ApiKeyEndings } from './api-key-endings';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { LastUseRecorder } from './last-use-recorder';
import { PrincipalResolver } from './principal-resolver';

@Module({
  controllers: [ApiKeysController],
  providers: [ApiKeyEndings, ApiKeysService, LastUseRecorder, PrincipalResolver],
  exports: [ApiKeyEndings, ApiKeysService, LastUseRecorder, PrincipalResolver],
})
export class ApiKeysModule {}
