import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module';
import { MailClient } from './mail-client';
import { MailDispatcher } from './mail-dispatcher';
import { MailExpiry } from './mail-expiry';
import { MailOutbox } from './mail-outbox';

@Module({
  imports: [BackgroundModule],
  providers: [MailClient, MailDispatcher, MailExpiry, MailOutbox],
  exports: [MailClient, MailDispatcher, MailOutbox],
})
export class MailModule {}
