import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { LastUses } from './last-uses';
import { MeController } from './me.controller';
import { Principals } from './principals';

@Module({
  controllers: [ApiKeysController, MeController],
  providers: [ApiKeysService, LastUses, Principals],
  exports: [ApiKeysService, LastUses, Principals],
})
export class ApiKeysModule {}
