import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has accepted. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message with its headers, with line breaks `\n`. */
  raw: string;
}

/** An SMTP server of a test. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** The recipients of which the server was asked. */
  readonly recipients: string[] = [];
  /** The status with which the server refuses a recipient. */
  readonly refusals = new Map<string, number>();
  /** Whether it ends every connection at once. */
  isDown = false;
  private server: SMTPServer | undefined;
  private port = 0;

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await server.listen();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The settings of a service that sends its mails here. */
  get settings(): Record<string, string> {
    return { SMTP_URL: this.url, MAIL_FROM: 'glossa@example.com', PUBLIC_URL: 'https://glossa.example.com' };
  }

  /** The first link of the mails that arrived. */
  get link(): string {
    return /https:\/\/\S+/.exec(this.mails.map(textOf).join('\n'))?.[0] ?? '';
  }

  private async listen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onRcptTo: ({ address }, _session, callback) => {
        this.recipients.push(address);
        const responseCode = this.refusals.get(address);
        callback(responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode }));
      },
      onData: (stream, { envelope }, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          this.mails.push({ from, to, raw: Buffer.concat(chunks).toString().replaceAll('\r\n', '\n') });
          callback();
        });
      },
    });
    server.server.prependListener('connection', (socket: Socket) => this.isDown && socket.destroy());
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    this.port = (listener.address() as AddressInfo).port;
    this.server = server;
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}

/** Returns the text part of a mail, decoded. */
export function textOf({ raw }: ReceivedMail): string {
  const [, head = '', body = ''] = /(content-type: text\/plain[^]*?)\n\n([^]*?)\n--/i.exec(raw) ?? [];
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
