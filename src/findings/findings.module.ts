import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { Checker } from './checker';
import { FindingList } from './finding-list';
import { FindingsController } from './findings.controller';
import { FindingsRefresher } from './findings-refresher';
import { IgnoredFindings } from './ignored-findings';
import { KeyFindings } from './key-findings';

@Module({
  imports: [ProjectsModule],
  controllers: [FindingsController],
  providers: [Checker, FindingsRefresher, FindingList, KeyFindings, IgnoredFindings],
  exports: [Checker, FindingList, FindingsRefresher, KeyFindings, IgnoredFindings],
})
export class FindingsModule {}
