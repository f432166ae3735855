import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { StatisticsController } from './statistics.controller';
import { StatisticsService } from './statistics.service';

@Module({
  imports: [ProjectsModule],
  controllers: [StatisticsController],
  providers: [StatisticsService],
  exports: [StatisticsService],
})
export class ReviewModule {}
