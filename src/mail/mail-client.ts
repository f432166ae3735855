import { Inject, Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { isLocalHost } from '../config/parse-values';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { type Letter, toHtml, toText } from './letter';

/** Milliseconds that a connection, the greeting of the server and a silence of the server may take. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** How an attempt ended: `refused` for good by the server, or `failed` for now. The reason names no recipient. */
export type MailResult = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; reason: string };

/** Sends mails by the SMTP server of the settings. */
@Injectable()
export class MailClient {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Whether mail is set up. */
  get isSetUp(): boolean {
    return this.settings.smtpUrl !== undefined;
  }

  /** Makes one attempt. @param id of the mail, by which the recipient's server recognizes a repetition */
  async send(id: string, letter: Letter): Promise<MailResult> {
    const { smtpUrl, mailFrom = '' } = this.settings;
    if (smtpUrl === undefined) return { outcome: 'failed', reason: 'SMTP_URL is not set' };
    if (!PLAIN_ADDRESS.test(letter.to)) return { outcome: 'refused', reason: 'the address is quoted' };
    const transport = createTransport(optionsOf(new URL(smtpUrl)));
    try {
      await transport.sendMail({
        from: { name: 'Glossa', address: mailFrom },
        to: { name: '', address: letter.to },
        envelope: { from: mailFrom, to: [letter.to] },
        subject: letter.subject,
        text: toText(letter),
        html: toHtml(letter),
        messageId: `<${id}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.language },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { outcome: 'sent' };
    } catch (error) {
      return resultOf(error);
    } finally {
      transport.close();
    }
  }
}

/** An address without a quoted part, which servers and parsers read in different ways. */
const PLAIN_ADDRESS = /^[^\s"(),:;<>@[\]\\]+@[^\s"(),:;<>@[\]\\]+$/;

/** The credentials are never sent without TLS to another machine. */
function optionsOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    ...TIMEOUTS,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: auth !== undefined && !isLocalHost(hostname),
    auth,
  };
}

/** The codes of errors by which the server refuses a sender, a recipient or a message (RFC 5321 §4.2.1: 5yz is permanent). */
const REFUSALS: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/** The answer of the server can repeat the recipient, so only its status and the code are kept. */
function resultOf(error: unknown): MailResult {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const isRefused = REFUSALS.includes(code) && typeof responseCode === 'number' && responseCode >= 500;
  const reason = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  return { outcome: isRefused ? 'refused' : 'failed', reason: reason === '' ? 'unknown error' : reason };
}
