import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ProjectsModule } from '../projects/projects.module';
import { Pictures } from './pictures/pictures';
import { ScreenshotExpiry } from './screenshot-expiry';
import { ScreenshotsController } from './screenshots.controller';
import { ScreenshotsService } from './screenshots.service';

@Module({
  imports: [BackgroundModule, IdempotencyModule, ProjectsModule],
  controllers: [ScreenshotsController],
  providers: [Pictures, ScreenshotExpiry, ScreenshotsService],
})
export class ScreenshotsModule {}
