import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { KeyList } from './key-list';
import { KeyQuery } from './key-query';
import { KeysController } from './keys.controller';
import { KeysService } from './keys.service';

@Module({
  imports: [ProjectsModule],
  controllers: [KeysController],
  providers: [KeysService, KeyList, KeyQuery],
  exports: [KeysService],
})
export class KeysModule {}
