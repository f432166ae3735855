import { Module } from '@nestjs/common';
import { FindingsModule } from '../findings/findings.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ProjectsModule } from '../projects/projects.module';
import { ExportController } from '../exports/export.controller';
import { ExportService } from '../exports/export.service';
import { ImportController } from '../imports/import.controller';
import { ImportService } from '../imports/import.service';
import { FormatsController } from '../formats/formats.controller';
import { ImportChecks } from '../imports/import-checks';
import { ReadAhead } from '../imports/read-ahead';
import { ImportReader } from '../imports/reading/import-reader';
import { FileNeighbours } from '../imports/neighbours/file-neighbours';
import { FileNeighboursController } from '../imports/neighbours/file-neighbours.controller';
import { FileOrder } from '../imports/neighbours/file-order';
import { KeysModule } from '../keys/keys.module';
import { LayoutMerges } from '../imports/merge/layout-merges';
import { OtherFiles } from '../imports/other-files';
import { KeptFiles } from '../exports/cache/kept-files';
import { RenditionCache } from '../exports/cache/rendition-cache';
import { Snapshots } from '../exports/snapshot/snapshots';
import { TranslationsService } from '../exports/translations.service';

@Module({
  imports: [FindingsModule, IdempotencyModule, KeysModule, ProjectsModule],
  controllers: [ImportController, ExportController, FileNeighboursController, FormatsController],
  providers: [
    ImportService,
    ImportReader,
    OtherFiles,
    LayoutMerges,
    FileOrder,
    FileNeighbours,
    ImportChecks,
    ExportService,
    TranslationsService,
    RenditionCache,
    KeptFiles,
    { provide: ReadAhead, useExisting: KeptFiles },
    Snapshots,
  ],
  exports: [ImportService, ExportService, RenditionCache, KeptFiles, Snapshots],
})
export class ImportExportModule {}
