import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { LastUseRecorder } from './last-use-recorder';
import { MeController } from './me.controller';
import { PrincipalResolver } from './principal-resolver';

@Module({
  controllers: [ApiKeysController, MeController],
  providers: [ApiKeysService, LastUseRecorder, PrincipalResolver],
  exports: [ApiKeysService, LastUseRecorder, PrincipalResolver],
})
export class ApiKeysModule {}
