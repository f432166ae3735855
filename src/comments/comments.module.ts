import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { KeysModule } from '../keys/keys.module';
import { ProjectsModule } from '../projects/projects.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { CommentExpiry } from './comment-expiry';
import { CommentsController } from './comments.controller';
import { CommentsService } from './comments.service';
import { MailModule } from '../mail/mail.module';
import { InboxController } from './inbox.controller';
import { InboxDigest } from './inbox-digest';
import { InboxMail } from './inbox-mail';
import { InboxService } from './inbox.service';

@Module({
  imports: [BackgroundModule, IdempotencyModule, KeysModule, MailModule, ProjectsModule, WebhooksModule],
  controllers: [CommentsController, InboxController],
  providers: [CommentExpiry, CommentsService, InboxDigest, InboxMail, InboxService],
})
export class CommentsModule {}
