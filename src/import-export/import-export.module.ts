import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { ExportController } from './export.controller';
import { ExportService } from './export.service';
import { ImportController } from './import.controller';
import { ImportService } from './import.service';
import { FileReader } from './reading/file-reader';
import { RenditionCache } from './rendering/rendition-cache';
import { Snapshots } from './rendering/snapshot';
import { TranslationsService } from './translations.service';

@Module({
  imports: [ProjectsModule],
  controllers: [ImportController, ExportController],
  providers: [ImportService, FileReader, ExportService, TranslationsService, RenditionCache, Snapshots],
  exports: [RenditionCache],
})
export class ImportExportModule {}
