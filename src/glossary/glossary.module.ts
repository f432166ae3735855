import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ProjectsModule } from '../projects/projects.module';
import { TermReader } from './files/term-reader';
import { GlossaryFilesController } from './glossary-files.controller';
import { GlossaryFiles } from './glossary-files.service';
import { GlossaryController } from './glossary.controller';
import { GlossaryService } from './glossary.service';
import { ProjectTerms } from './project-terms';
import { TermsInTexts } from './terms-in-texts';

@Module({
  imports: [IdempotencyModule, ProjectsModule],
  controllers: [GlossaryFilesController, GlossaryController],
  providers: [ProjectTerms, TermsInTexts, TermReader, GlossaryFiles, GlossaryService],
  exports: [ProjectTerms, TermsInTexts],
})
export class GlossaryModule {}
