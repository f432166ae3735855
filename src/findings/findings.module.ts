import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { Checker } from './checker';
import { FindingList } from './finding-list';
import { FindingsController } from './findings.controller';
import { IgnoredFindings } from './ignored-findings';
import { KeyFindings } from './key-findings';
import { Looks } from './looks';

@Module({
  imports: [ProjectsModule],
  controllers: [FindingsController],
  providers: [Checker, Looks, FindingList, KeyFindings, IgnoredFindings],
  exports: [Checker, Looks, KeyFindings, IgnoredFindings],
})
export class FindingsModule {}
