/** The languages in which mails are written. */
export type MailLanguage = 'en' | 'de';

/** The content of a mail to one address. */
export interface Letter {
  /** The address of the recipient. */
  to: string;
  language: MailLanguage;
  subject: string;
  /** The paragraphs of the text, without markup. */
  paragraphs: readonly string[];
  /** The address that the mail is about. */
  link: string;
}

/** How mails of one kind are composed, at the time of each attempt. */
export interface MailKind<Content> {
  readonly name: string;
  /** Milliseconds after which a mail that could not be sent is given up. */
  readonly lifeMs: number;
  /** @returns undefined if there is nothing to send */
  compose(content: Content): Promise<Letter | undefined>;
}

/** Returns the language of mails to a person. @param locale BCP 47; null: unknown */
export const mailLanguage = (locale: string | null): MailLanguage => (/^de(?:-|$)/i.test(locale ?? '') ? 'de' : 'en');

/** Returns the text of a mail without markup. */
export const toText = ({ paragraphs, link }: Letter): string => `${[...paragraphs, link].join('\n\n')}\n`;

/** Returns the text of a mail as a page of HTML, which loads nothing. */
export function toHtml({ language, subject, paragraphs, link }: Letter): string {
  const body = paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('\n');
  const address = escape(link);
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body>
${body}
<p><a href="${address}">${address}</a></p>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
