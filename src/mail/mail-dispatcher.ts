import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Poller } from '../background/poller';
import { SealError } from '../common/sealer';
import type { Letter, MailKind } from './letter';
import { MailClient } from './mail-client';
import { MailOutbox, type TakenMail } from './mail-outbox';

/** Milliseconds between two polls for mails of other replicas and for retries. */
const POLL_MS = 2_000;
/** Attempts at a time in this process. */
const MAX_RUNNING = 5;

/** Milliseconds that attempts under way have when the service is closed. Another replica repeats an attempt without a result. */
const CLOSE_MS = 3_000;

const MINUTE = 60_000;
/** Milliseconds between a failed attempt and the next; the last one repeats until the mail expires. */
const DELAYS = [5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];

/** Sends mails from the time the service has started until it is closed, where mail is set up. */
@Injectable()
export class MailDispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly kinds = new Map<string, (content: unknown) => Promise<Letter | undefined>>();
  private readonly poller = new Poller<TakenMail>(this.logger, {
    name: 'mails',
    intervalMs: POLL_MS,
    take: ({ length }) => (length < MAX_RUNNING ? this.outbox.take(MAX_RUNNING - length) : Promise.resolve([])),
    run: (mail) => this.run(mail),
    describe: ({ id }) => `mail ${id}`,
  });

  constructor(
    private readonly outbox: MailOutbox,
    private readonly client: MailClient,
  ) {}

  /** Adds a kind of mails. */
  register<Content>(kind: MailKind<Content>): void {
    this.kinds.set(kind.name, (content) => kind.compose(content as Content));
  }

  onApplicationBootstrap(): void {
    if (!this.client.isSetUp) return;
    this.poller.start();
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([this.poller.stop(), delay(CLOSE_MS, undefined, { ref: false })]);
  }

  /** Takes mails that are due. Does nothing before the start and after the end. */
  wake(): void {
    this.poller.wake();
  }

  private async run(mail: TakenMail): Promise<void> {
    const { id, kind, failures, isExpired } = mail;
    if (isExpired) return this.giveUp(mail, 'it has expired');
    const letter = await this.compose(mail);
    if (letter === 'unreadable') return this.giveUp(mail, 'WEBHOOK_ENCRYPTION_KEY is not the one of its content');
    if (letter === undefined) return this.outbox.remove(mail);
    const result = await this.client.send(id, letter);
    if (result.outcome === 'refused') return this.giveUp(mail, `the server refused it: ${result.reason}`);
    if (result.outcome === 'sent') {
      this.logger.debug(`mail ${id} (${kind}) was sent`);
      return this.outbox.remove(mail);
    }
    this.logger.warn(`mail ${id} (${kind}) could not be sent, will be tried again: ${result.reason}`);
    await this.outbox.retry(mail, DELAYS[Math.min(failures, DELAYS.length - 1)] ?? MINUTE);
  }

  private async compose(mail: TakenMail): Promise<Letter | 'unreadable' | undefined> {
    try {
      return await this.kinds.get(mail.kind)?.(this.outbox.contentOf(mail));
    } catch (error) {
      if (error instanceof SealError) return 'unreadable';
      throw error;
    }
  }

  /** The log names neither the recipient nor the content. */
  private async giveUp(mail: TakenMail, reason: string): Promise<void> {
    this.logger.warn(`mail ${mail.id} (${mail.kind}) is given up: ${reason}`);
    await this.outbox.remove(mail);
  }
}
