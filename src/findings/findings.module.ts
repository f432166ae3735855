import { Module } from '@nestjs/common';
import { GlossaryModule } from '../glossary/glossary.module';
import { ProjectsModule } from '../projects/projects.module';
import { Checker } from './checker';
import { EarlyChecks } from './early-checks';
import { FindingList } from './finding-list';
import { FindingsController } from './findings.controller';
import { FindingsRefresher } from './findings-refresher';
import { IgnoredFindings } from './ignored-findings';
import { KeyFindings } from './key-findings';
import { UnstoredFindings } from './unstored-findings';

@Module({
  imports: [GlossaryModule, ProjectsModule],
  controllers: [FindingsController],
  providers: [Checker, EarlyChecks, FindingsRefresher, FindingList, KeyFindings, IgnoredFindings, UnstoredFindings],
  exports: [GlossaryModule, Checker, FindingList, FindingsRefresher, KeyFindings, IgnoredFindings, UnstoredFindings],
})
export class FindingsModule {}
