import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { type Letter, mailLanguage, type MailKind, type MailLanguage } from '../mail/letter';
import { MailClient } from '../mail/mail-client';
import { MailDispatcher } from '../mail/mail-dispatcher';
import { MailOutbox } from '../mail/mail-outbox';
import { Link } from './link.entity';
import { LIFE_MS, type LinkWithToken, pathOf } from './links';
import { MailLimits } from './mail-limits';

/** The parts of the mail of an invitation. */
interface Invited {
  linkId: string;
  token: string;
  /** The language of the person who invites. */
  language: MailLanguage;
}

const TEXTS: Readonly<Record<MailLanguage, { subject: string; paragraphs: (organization: string) => string[] }>> = {
  en: {
    subject: 'Invitation to Glossa',
    paragraphs: (organization) => [
      `You are invited to work on the translations of “${organization}”.`,
      'The link works once, for 7 days. If you do not expect an invitation, ignore this mail.',
    ],
  },
  de: {
    subject: 'Einladung zu Glossa',
    paragraphs: (organization) => [
      `Sie sind eingeladen, an den Übersetzungen von „${organization}“ mitzuarbeiten.`,
      'Der Link funktioniert einmal, 7 Tage lang. Wenn Sie keine Einladung erwarten, ignorieren Sie diese E-Mail.',
    ],
  },
};

/** Mails invitations, where mail is set up. */
@Injectable()
export class InvitationMail implements MailKind<Invited> {
  readonly name = 'invitation';
  readonly lifeMs = LIFE_MS.invitation;

  constructor(
    private readonly dataSource: DataSource,
    private readonly client: MailClient,
    private readonly outbox: MailOutbox,
    private readonly dispatcher: MailDispatcher,
    private readonly limits: MailLimits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    dispatcher.register(this);
  }

  /** Adds the mail of a link in the transaction that makes it. @param personId of the person who invites */
  async add(tx: EntityManager, { link, token }: LinkWithToken, personId: string | undefined): Promise<void> {
    if (!this.client.isSetUp || link.email === null) return;
    // The organization is first: one that is over its limit uses up no mails of an address.
    const isAllowed =
      (await this.limits.take('organization', link.organizationId, tx)) &&
      (await this.limits.take('invitation', link.email, tx));
    if (!isAllowed) return;
    const [inviting] = personId === undefined ? [] : await tx.query<{ locale: string | null }[]>(LOCALE, [personId]);
    await this.outbox.add(tx, this, { linkId: link.id, token, language: mailLanguage(inviting?.locale ?? null) });
  }

  /** Sends what was added, after the commit. */
  wake(): void {
    this.dispatcher.wake();
  }

  /** @returns undefined if the invitation was used, withdrawn or replaced */
  async compose({ linkId, token, language }: Invited): Promise<Letter | undefined> {
    const link = await this.dataSource.getRepository(Link).findOneBy({ id: linkId });
    if (link?.email == null) return undefined;
    const [found] = await this.dataSource.query<{ name: string }[]>(ORGANIZATION, [link.organizationId]);
    const { subject, paragraphs } = TEXTS[language];
    const address = `${this.settings.publicUrl ?? ''}${pathOf({ link, token })}`;
    return { to: link.email, language, subject, paragraphs: paragraphs(found?.name ?? ''), link: address };
  }
}

const LOCALE = 'SELECT locale FROM persons WHERE id = $1';

const ORGANIZATION = 'SELECT name FROM organizations WHERE id = $1';
