import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import { lookUp } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { COUNT_KEYS } from '../keys/assigned-keys';
import type { AssignmentTask } from '../keys/assignment-task';
import { type Letter, mailLanguage, type MailKind, type MailLanguage } from '../mail/letter';
import { MailDispatcher } from '../mail/mail-dispatcher';
import { CURRENT_ASSIGNMENT } from './inbox-items';
import { seesProject } from './mentions';

/** The parts of a mail about unread items. */
interface Unread {
  personId: string;
  /** The value of `mailed_at` of its items. */
  at: string;
}

/** Items that a mail has; it counts the other ones. */
const MAX_ITEMS = 10;
/** Characters of a comment, and of a name, in a mail. */
const MAX_TEXT = 300;
const MAX_NAME = 100;

interface UnreadComment {
  text: string;
  author: string;
  mentions: { id: string; name: string }[];
  keyName: string;
  projectName: string;
}

interface UnreadAssignment {
  language: string;
  task: AssignmentTask;
  keys: number | null;
  projectName: string;
}

interface Texts {
  subject: (comments: number, assignments: number) => string;
  comment: (author: string, key: string, project: string) => string;
  assignment: (task: AssignmentTask, language: string, keys: number | null, project: string) => string;
  more: (count: number) => string;
  why: string;
}

const TEXTS: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    subject: (comments, assignments) => {
      if (comments === 0)
        return assignments === 1 ? 'A new assignment in Glossa' : `${assignments} new assignments in Glossa`;
      if (assignments > 0) return `${comments + assignments} unread items in Glossa`;
      return comments === 1 ? 'An unread comment in Glossa' : `${comments} unread comments in Glossa`;
    },
    comment: (author, key, project) => `${author} on “${key}” in “${project}”:`,
    assignment: (task, language, keys, project) =>
      `${task === 'review' ? 'You are asked for a review' : 'Assigned to you'} in “${project}”: ${language}, ${keys === null ? 'all keys' : keys === 1 ? '1 key' : `${keys} keys`}.`,
    more: (count) => (count === 1 ? 'and another item' : `and ${count} more items`),
    why: 'Your inbox has comments that mention you or reply to you, and what is assigned to you. Your account has a switch for these mails.',
  },
  de: {
    subject: (comments, assignments) => {
      if (comments === 0)
        return assignments === 1 ? 'Eine neue Zuweisung in Glossa' : `${assignments} neue Zuweisungen in Glossa`;
      if (assignments > 0) return `${comments + assignments} ungelesene Einträge in Glossa`;
      return comments === 1 ? 'Ein ungelesener Kommentar in Glossa' : `${comments} ungelesene Kommentare in Glossa`;
    },
    comment: (author, key, project) => `${author} zu „${key}“ in „${project}“:`,
    assignment: (task, language, keys, project) =>
      `${task === 'review' ? 'Sie werden um eine Prüfung gebeten' : 'Ihnen zugewiesen'} in „${project}“: ${language}, ${keys === null ? 'alle Schlüssel' : `${keys} Schlüssel`}.`,
    more: (count) => (count === 1 ? 'und ein weiterer Eintrag' : `und ${count} weitere Einträge`),
    why: 'In Ihrem Posteingang stehen Kommentare, die Sie erwähnen oder Ihnen antworten, und was Ihnen zugewiesen ist. Ihr Konto hat einen Schalter für diese E-Mails.',
  },
};

/** The mail about unread items of an inbox. It is composed when it is sent: of what is still unread, and what the person sees then. */
@Injectable()
export class InboxMail implements MailKind<Unread> {
  readonly name = 'inbox';
  readonly lifeMs = 24 * 3_600_000;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    dispatcher: MailDispatcher,
  ) {
    dispatcher.register(this);
  }

  /** @returns undefined if everything was read, or the person does not want it any more */
  async compose({ personId, at }: Unread): Promise<Letter | undefined> {
    const [person] = await this.database.rows<{ email: string; locale: string | null }>(FIND_PERSON, [personId]);
    if (!person) return undefined;
    const comments = await this.database.rows<UnreadComment>(LIST_COMMENTS, [personId, at]);
    const assignments = await this.database.rows<UnreadAssignment>(LIST_ASSIGNMENTS, [personId, at]);
    const count = comments.length + assignments.length;
    if (count === 0) return undefined;
    const language = mailLanguage(person.locale);
    const { subject, more, why } = TEXTS[language];
    const items = [
      ...comments.map((comment) => () => commentText(language, comment)),
      ...assignments.map((assignment) => () => assignmentText(language, assignment)),
    ];
    const paragraphs = items.slice(0, MAX_ITEMS).map((text) => text());
    const left = count - paragraphs.length;
    return {
      to: person.email,
      language,
      subject: subject(comments.length, assignments.length),
      paragraphs: [...paragraphs, ...(left > 0 ? [more(left)] : []), why],
      link: `${this.settings.publicUrl ?? ''}/inbox`,
    };
  }
}

function commentText(language: MailLanguage, { text, author, mentions, keyName, projectName }: UnreadComment): string {
  const place = TEXTS[language].comment(cut(author, MAX_NAME), cut(keyName, MAX_NAME), cut(projectName, MAX_NAME));
  return `${place} ${cut(withNames(text, mentions), MAX_TEXT)}`;
}

const assignmentText = (language: MailLanguage, { task, language: tag, keys, projectName }: UnreadAssignment): string =>
  TEXTS[language].assignment(task, languageName(tag, language), keys, cut(projectName, MAX_NAME));

/** Returns the name of a language, or its tag where it has none. */
function languageName(tag: string, language: MailLanguage): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the beginning of a text in one line. */
function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line.slice(0, 2 * max));
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}

/** Returns the text of a comment with names instead of the ids of persons. */
const withNames = (text: string, mentions: UnreadComment['mentions']): string =>
  mentions.reduce((result, { id, name }) => result.replaceAll(`@[${id}]`, () => `@${name}`), text);

const FIND_PERSON = prepared('SELECT email, locale FROM persons WHERE id = $1 AND email IS NOT NULL AND inbox_mail');

/** The unread comments of a mail, at most 1,000, the oldest first, as far as the person sees them in one of the organizations. */
const LIST_COMMENTS = prepared(`
  SELECT left(c.text, 2000) AS text, k.name AS "keyName", p.name AS "projectName",
    coalesce((SELECT o.name FROM persons o WHERE o.id = c.person_id), c.api_key_name) AS author,
    coalesce((SELECT json_agg(json_build_object('id', o.id, 'name', o.name)) FROM persons o WHERE o.id = ANY (c.mentions)), '[]') AS mentions
  FROM inbox_items i
  ${lookUp('SELECT * FROM comments WHERE id = i.comment_id AND deleted_at IS NULL', 'c')}
  ${lookUp('SELECT name FROM keys WHERE id = c.key_id', 'k')}
  ${lookUp('SELECT id, name, organization_id FROM projects WHERE id = c.project_id', 'p')}
  WHERE i.person_id = $1 AND i.mailed_at = $2 AND i.read_at IS NULL
    AND EXISTS (SELECT FROM memberships m WHERE m.person_id = i.person_id AND ${seesProject('p.id', 'p.organization_id')})
  ORDER BY i.id LIMIT 1000`);

/** The unread assignments of a mail, at most 1,000, the oldest first, as far as the person can do them. */
const LIST_ASSIGNMENTS = prepared(`
  SELECT a.language, a.task, n.keys, p.name AS "projectName"
  FROM inbox_items i
  ${lookUp(CURRENT_ASSIGNMENT, 'a')}
  ${lookUp('SELECT name FROM projects WHERE id = a.project_id', 'p')}
  ${COUNT_KEYS}
  WHERE i.person_id = $1 AND i.mailed_at = $2 AND i.read_at IS NULL ORDER BY i.id LIMIT 1000`);
