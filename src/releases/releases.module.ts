import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module';
import { FindingsModule } from '../findings/findings.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { ImportExportModule } from '../import-export/import-export.module';
import { ProjectsModule } from '../projects/projects.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { AutoReleases } from './auto-releases';
import { ChannelMoves } from './channel-moves';
import { ChannelsController } from './channels.controller';
import { ChannelsService } from './channels.service';
import { DeliveryTokensController } from './delivery-tokens.controller';
import { DeliveryTokensService } from './delivery-tokens.service';
import { DeltaWorker } from './packing/delta-worker';
import { ReleaseContents } from './packing/release-contents';
import { ReleasePacking } from './packing/release-packing';
import { ReleaseChecks } from './release-checks';
import { ReleaseExpiry } from './release-expiry';
import { ReleasePublisher } from './release-publisher';
import { ReleasesController } from './releases.controller';
import { ReleasesService } from './releases.service';

@Module({
  imports: [BackgroundModule, FindingsModule, IdempotencyModule, ImportExportModule, ProjectsModule, WebhooksModule],
  controllers: [ReleasesController, ChannelsController, DeliveryTokensController],
  providers: [
    AutoReleases,
    ChannelMoves,
    ChannelsService,
    DeliveryTokensService,
    DeltaWorker,
    ReleaseChecks,
    ReleaseContents,
    ReleaseExpiry,
    ReleasePacking,
    ReleasePublisher,
    ReleasesService,
  ],
  exports: [ReleaseContents],
})
export class ReleasesModule {}
