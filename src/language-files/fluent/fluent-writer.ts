import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaTexts } from '../model/meta';
import type { Plural } from '../model/plural';
import { UnwritableTextError } from '../model/format-errors';
import { writePlural } from './fluent-plural';
import { ATTRIBUTE_INDENT, VALUE_INDENT, writePattern } from './pattern-text';

const KEY = /^(-?[a-zA-Z][a-zA-Z0-9_-]*)(?:\.([a-zA-Z][a-zA-Z0-9_-]*))?$/;

interface MessageToWrite {
  id: string;
  value?: string;
  attributes: string[];
  /** The key whose description this is: a message has one comment. */
  comment?: { key: string; text: string };
  /** The key that the first attribute came from, to name it in errors. */
  firstAttribute?: string;
}

export class FluentWriter {
  /** By group comment; messages of no group first. */
  private readonly groups = new Map<string, MessageToWrite[]>([['', []]]);
  private readonly messages = new Map<string, MessageToWrite>();

  constructor(private readonly file: FileToWrite) {}

  *write(): Iterable<string> {
    for (const entry of this.file.entries) this.add(entry);
    let separator = '';
    for (const comment of this.standaloneComments()) {
      yield separator + comment;
      separator = '\n';
    }
    for (const [group, messages] of this.groups) {
      if (messages.length === 0) continue;
      if (group !== '') yield `${separator}${commentLines('##', group)}\n`;
      else if (separator !== '') yield separator;
      for (const message of messages) yield this.messageText(message);
      separator = '\n';
    }
  }

  private *standaloneComments(): Iterable<string> {
    for (const text of metaTexts(this.file.meta, 'resourceComments')) yield commentLines('###', text);
    for (const text of metaTexts(this.file.meta, 'comments')) yield commentLines('#', text);
  }

  private add(entry: EntryToWrite): void {
    const { value = '' } = entry;
    const [, id, attribute] = KEY.exec(entry.key) ?? [];
    if (id === undefined) throw new UnwritableTextError(entry.key, notAName(entry.key));
    const message = this.messageOf(id, entry.keyMeta);
    if (attribute === undefined) {
      message.value = this.pattern(entry.key, value, VALUE_INDENT);
    } else {
      message.attributes.push(`    .${attribute} =${this.pattern(entry.key, value, ATTRIBUTE_INDENT)}\n`);
      message.firstAttribute ??= entry.key;
    }
    if (entry.description !== undefined && entry.description !== '')
      this.comment(message, entry.key, entry.description);
  }

  private messageOf(id: string, keyMeta: Meta | undefined): MessageToWrite {
    const known = this.messages.get(id);
    if (known) return known;
    const message: MessageToWrite = { id, attributes: [] };
    this.messages.set(id, message);
    const group = typeof keyMeta?.['group'] === 'string' ? keyMeta['group'] : '';
    const members = this.groups.get(group);
    if (members) members.push(message);
    else this.groups.set(group, [message]);
    return message;
  }

  private pattern(key: string, value: string | Plural, spaces: number): string {
    for (const text of typeof value === 'string' ? [value] : [...value.exact.values(), ...value.forms.values()]) {
      if (/\p{Surrogate}/u.test(text))
        throw new UnwritableTextError(key, 'the text holds half of a surrogate pair, which UTF-8 has no bytes for');
    }
    return typeof value === 'string' ? writePattern(value, spaces) : writePlural(key, value, spaces);
  }

  private comment(message: MessageToWrite, key: string, text: string): void {
    if (/\r(?:\n|$)/.test(text))
      this.file.warn({ code: 'comment_altered', detail: 'line breaks of the description become LF', key });
    if (message.comment === undefined) message.comment = { key, text };
    else this.dropComment(key);
  }

  private dropComment(key: string): void {
    const detail = 'a message and its attributes have one comment in Fluent; this description is left out';
    this.file.warn({ code: 'comment_dropped', detail, key });
  }

  private messageText(message: MessageToWrite): string {
    const { id, value, attributes, comment, firstAttribute } = message;
    if (value === undefined && id.startsWith('-'))
      throw new UnwritableTextError(
        firstAttribute ?? id,
        `a Fluent term needs a value: ${JSON.stringify(id)} has none`,
      );
    const belongsElsewhere = comment !== undefined && comment.key !== (value === undefined ? firstAttribute : id);
    if (belongsElsewhere) this.dropComment(comment.key);
    const head = comment && !belongsElsewhere ? commentLines('#', comment.text) : '';
    return `${head}${id} =${value ?? ''}\n${attributes.join('')}`;
  }
}

const notAName = (key: string): string =>
  `${JSON.stringify(key)} is no name in Fluent: letters, digits, "-" and "_", starting with a letter, once with ".attribute"`;

const commentLines = (mark: string, text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => (line === '' ? `${mark}\n` : `${mark} ${line}\n`))
    .join('');
