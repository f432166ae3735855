import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { type Letter, mailLanguage, type MailKind, type MailLanguage } from '../mail/letter';
import { MailClient } from '../mail/mail-client';
import { MailDispatcher } from '../mail/mail-dispatcher';
import { MailOutbox } from '../mail/mail-outbox';
import { toNetwork } from '../rate-limit/caller';
import type { SessionClient } from '../sessions/sessions.service';
import { createLink, pathOf } from './links';
import { Passwords } from './passwords';
import { MailLimits } from './mail-limits';
import { MailNotSetUpError } from './people-errors';

const HOUR_MS = 3_600_000;

const TEXTS: Readonly<Record<MailLanguage, { subject: string; paragraphs: readonly string[] }>> = {
  en: {
    subject: 'New password for Glossa',
    paragraphs: [
      'A new password for your account was requested. Set it with this link, which works once, for an hour.',
      'If you have not requested it, ignore this mail: your password stays as it is.',
    ],
  },
  de: {
    subject: 'Neues Passwort für Glossa',
    paragraphs: [
      'Für Ihr Konto wurde ein neues Passwort angefordert. Setzen Sie es mit diesem Link; er funktioniert einmal, eine Stunde lang.',
      'Wenn Sie es nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
    ],
  },
};

/** A person by the address. */
interface FoundPerson {
  id: string;
  locale: string | null;
  /** The first organization of the person; without one, the first that has invited the address; null: there is none to sign in to. */
  organizationId: string | null;
}

/**
 * Mails links for new passwords. A request does the same work whether or not the address has an account: the account is looked up when
 * the mail is composed, in the background.
 */
@Injectable()
export class PasswordRequests implements MailKind<{ email: string }> {
  readonly name = 'password';
  readonly lifeMs = HOUR_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly client: MailClient,
    private readonly outbox: MailOutbox,
    private readonly dispatcher: MailDispatcher,
    private readonly limits: MailLimits,
    private readonly passwords: Passwords,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    dispatcher.register(this);
  }

  /** @param email in lower case @throws PasswordSignInOffError, MailNotSetUpError */
  async request(email: string, { address }: SessionClient): Promise<void> {
    this.passwords.assertUsed();
    if (!this.client.isSetUp) throw new MailNotSetUpError();
    const isAllowed =
      (await this.limits.take('client', toNetwork(address ?? ''))) && (await this.limits.take('password', email));
    if (!isAllowed) return;
    await this.dataSource.transaction((tx) => this.outbox.add(tx, this, { email }));
    this.dispatcher.wake();
  }

  /** Makes the link of an attempt. @returns undefined if the address has no account, or its person no organization to sign in to */
  async compose({ email }: { email: string }): Promise<Letter | undefined> {
    const [person] = await this.dataSource.query<FoundPerson[]>(FIND_PERSON, [email]);
    if (!person || person.organizationId === null) return undefined;
    const { id: personId, organizationId, locale } = person;
    const requested = { kind: 'password' as const, organizationId, personId, email };
    const made = await this.dataSource.transaction((tx) => createLink(tx, requested, HOUR_MS));
    const language = mailLanguage(locale);
    return { to: email, language, ...TEXTS[language], link: `${this.settings.publicUrl ?? ''}${pathOf(made)}` };
  }
}

const FIND_PERSON = `
  SELECT p.id, p.locale, coalesce(
    (SELECT m.organization_id FROM memberships m WHERE m.person_id = p.id ORDER BY m.id LIMIT 1),
    (SELECT l.organization_id FROM links l
     WHERE l.email = p.email AND l.kind = 'invitation' AND l.expires_at > now() ORDER BY l.id LIMIT 1)) AS "organizationId"
  FROM persons p WHERE p.email = $1`;
