import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { LastUseRecorder } from './last-use-recorder';
import { PrincipalResolver } from './principal-resolver';

@Module({
  controllers: [ApiKeysController],
  providers: [ApiKeysService, LastUseRecorder, PrincipalResolver],
  exports: [ApiKeysService, LastUseRecorder, PrincipalResolver],
})
export class ApiKeysModule {}
