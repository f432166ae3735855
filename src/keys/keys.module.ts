import { Module } from '@nestjs/common';
import { FindingsModule } from '../findings/findings.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ProjectsModule } from '../projects/projects.module';
import { CheckedKeyWrites } from './checked-key-writes';
import { KeyList } from './key-list';
import { KeyNeighbours } from './key-neighbours';
import { KeyQuery } from './key-query';
import { KeysController } from './keys.controller';
import { KeysService } from './keys.service';
import { NamespaceList } from './namespace-list';
import { NamespacesController } from './namespaces.controller';
import { SearchIndexes } from './search/search-indexes';

@Module({
  imports: [FindingsModule, IdempotencyModule, ProjectsModule],
  controllers: [KeysController, NamespacesController],
  providers: [KeysService, KeyList, KeyQuery, KeyNeighbours, CheckedKeyWrites, NamespaceList, SearchIndexes],
  exports: [KeyList, KeyNeighbours, CheckedKeyWrites, KeysService, SearchIndexes],
})
export class KeysModule {}
