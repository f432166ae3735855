import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { LastUses } from './last-use-recorder';
import { MeController } from './me.controller';
import { Principals } from './principal-resolver';

@Module({
  controllers: [ApiKeysController, MeController],
  providers: [ApiKeysService, LastUses, Principals],
  exports: [ApiKeysService, LastUses, Principals],
})
export class ApiKeysModule {}
