import { Module } from '@nestjs/common';
import { FindingsModule } from '../findings/findings.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ProjectsModule } from '../projects/projects.module';
import { AssignedWork } from './assigned-work';
import { BulkController } from './bulk/bulk.controller';
import { BulkService } from './bulk/bulk.service';
import { KeySetWriter } from './bulk/key-set-writer';
import { CheckedKeyWrites } from './checked-key-writes';
import { KeyContext } from './key-context';
import { KeyContextController } from './key-context.controller';
import { MissingTexts } from './missing-texts';
import { FirstKeys } from './first-keys';
import { KeyList } from './key-list';
import { KeyNeighbours } from './key-neighbours';
import { KeyQuery } from './key-query';
import { KeysController } from './keys.controller';
import { KeysService } from './keys.service';
import { NamespaceList } from './namespace-list';
import { NamespacesController } from './namespaces.controller';
import { ReplaceController } from './replace/replace.controller';
import { ReplaceService } from './replace/replace.service';
import { SearchIndexes } from './search/search-indexes';

@Module({
  imports: [FindingsModule, IdempotencyModule, ProjectsModule],
  controllers: [KeysController, BulkController, ReplaceController, KeyContextController, NamespacesController],
  providers: [
    KeysService,
    AssignedWork,
    FirstKeys,
    MissingTexts,
    KeyList,
    KeyQuery,
    KeyContext,
    KeyNeighbours,
    CheckedKeyWrites,
    NamespaceList,
    SearchIndexes,
    BulkService,
    KeySetWriter,
    ReplaceService,
  ],
  exports: [
    AssignedWork,
    KeyList,
    KeyContext,
    KeyNeighbours,
    CheckedKeyWrites,
    KeyQuery,
    KeysService,
    ReplaceService,
    SearchIndexes,
  ],
})
export class KeysModule {}
