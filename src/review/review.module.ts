import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { KeptStatistics } from './kept-statistics';
import { StatisticsController } from './statistics.controller';
import { StatisticsService } from './statistics.service';

@Module({
  imports: [ProjectsModule],
  controllers: [StatisticsController],
  providers: [StatisticsService, KeptStatistics],
  exports: [StatisticsService],
})
export class ReviewModule {}
