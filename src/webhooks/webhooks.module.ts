import { Module } from '@nestjs/common';
import { FindingsModule } from '../findings/findings.module';
import { BackgroundModule } from '../background/background.module';
import { ProjectsModule } from '../projects/projects.module';
import { DeliveriesController } from './deliveries.controller';
import { DeliveriesService } from './deliveries.service';
import { DeliveryQueue } from './delivery-queue';
import { Dispatcher } from './dispatcher';
import { DeliveryExpiry } from './expiry';
import { ChecksWatch } from './checks-watch';
import { Outbox } from './outbox';
import { ProjectWebhooksController } from './project-webhooks.controller';
import { SigningSecrets } from './signing-secrets';
import { WebhookClient } from './webhook-client';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [FindingsModule, BackgroundModule, ProjectsModule],
  controllers: [ProjectWebhooksController, WebhooksController, DeliveriesController],
  providers: [
    WebhookClient,
    SigningSecrets,
    DeliveryQueue,
    Dispatcher,
    ChecksWatch,
    Outbox,
    DeliveryExpiry,
    WebhooksService,
    DeliveriesService,
  ],
  exports: [Dispatcher],
})
export class WebhooksModule {}
