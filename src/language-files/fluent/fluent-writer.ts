import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaTexts } from '../model/meta';
import type { Plural } from '../model/plural';
import { UnwritableTextError } from '../model/format-errors';
import { tryWrite } from '../model/left-out';
import { writePlural } from './fluent-plural';
import { ATTRIBUTE_INDENT, VALUE_INDENT, writePattern } from './pattern-text';

const KEY = /^(-?[a-zA-Z][a-zA-Z0-9_-]*)(?:\.([a-zA-Z][a-zA-Z0-9_-]*))?$/;

interface MessageToWrite {
  id: string;
  /** The printed value. */
  value?: string;
  /** The printed attributes. */
  attributes: string[];
  /** The message's only comment, with the key whose description it is. */
  comment?: { key: string; text: string };
  attributeKeys: string[];
}

export class FluentWriter {
  /** By group comment. The first group has an empty comment: messages without a group. */
  private readonly groups = new Map<string, MessageToWrite[]>([['', []]]);
  private readonly messages = new Map<string, MessageToWrite>();

  constructor(private readonly file: FileToWrite) {}

  *write(): Iterable<string> {
    for (const entry of this.file.entries) tryWrite(this.file, [entry.key], () => this.add(entry));
    let separator = '';
    for (const comment of this.printStandaloneComments()) {
      yield separator + comment;
      separator = '\n';
    }
    for (const [group, messages] of this.groups) {
      if (messages.length === 0) continue;
      if (group !== '') yield `${separator}${printComment('##', group)}\n`;
      else if (separator !== '') yield separator;
      for (const message of messages) {
        yield tryWrite(this.file, message.attributeKeys, () => this.printMessage(message)) ?? '';
      }
      separator = '\n';
    }
  }

  private *printStandaloneComments(): Iterable<string> {
    for (const text of metaTexts(this.file.meta, 'resourceComments')) yield printComment('###', text);
    for (const text of metaTexts(this.file.meta, 'comments')) yield printComment('#', text);
  }

  private add({ key, value = '', description, keyMeta }: EntryToWrite): void {
    const [, id, attribute] = KEY.exec(key) ?? [];
    if (id === undefined) throw createInvalidKeyError(key);
    const printed = printValue(key, value, attribute === undefined ? VALUE_INDENT : ATTRIBUTE_INDENT);
    const message = this.getOrCreateMessage(id, keyMeta);
    if (attribute === undefined) {
      message.value = printed;
    } else {
      message.attributes.push(`    .${attribute} =${printed}\n`);
      message.attributeKeys.push(key);
    }
    if (description !== undefined && description !== '') this.addComment(message, key, description);
  }

  private getOrCreateMessage(id: string, keyMeta: Meta | undefined): MessageToWrite {
    const existing = this.messages.get(id);
    if (existing) return existing;
    const message: MessageToWrite = { id, attributes: [], attributeKeys: [] };
    this.messages.set(id, message);
    const group = typeof keyMeta?.['group'] === 'string' ? keyMeta['group'] : '';
    const members = this.groups.get(group);
    if (members) members.push(message);
    else this.groups.set(group, [message]);
    return message;
  }

  private addComment(message: MessageToWrite, key: string, text: string): void {
    if (/\r(?:\n|$)/.test(text)) {
      this.file.warn({ code: 'comment_altered', detail: 'line breaks of the description become LF', key });
    }
    if (message.comment === undefined) message.comment = { key, text };
    else this.warnAboutDroppedComment(key);
  }

  private warnAboutDroppedComment(key: string): void {
    const detail = 'Fluent has one comment for a message and its attributes; this description is not written';
    this.file.warn({ code: 'comment_dropped', detail, key });
  }

  /** The comment is written only if the reader would assign it to the same key again. */
  private printMessage({ id, value, attributes, comment, attributeKeys }: MessageToWrite): string {
    const [firstAttributeKey] = attributeKeys;
    if (value === undefined && id.startsWith('-')) {
      throw new UnwritableTextError(firstAttributeKey ?? id, `the Fluent term ${JSON.stringify(id)} needs a value`);
    }
    const describedKey = value === undefined ? firstAttributeKey : id;
    const isWritten = comment?.key === describedKey;
    if (comment && !isWritten) this.warnAboutDroppedComment(comment.key);
    const printedComment = comment && isWritten ? printComment('#', comment.text) : '';
    return `${printedComment}${id} =${value ?? ''}\n${attributes.join('')}`;
  }
}

function printValue(key: string, value: string | Plural, indent: number): string {
  const texts = typeof value === 'string' ? [value] : [...value.exact.values(), ...value.forms.values()];
  if (texts.some((text) => /\p{Surrogate}/u.test(text))) {
    throw new UnwritableTextError(key, 'the text contains a lone surrogate, which UTF-8 cannot encode');
  }
  return typeof value === 'string' ? writePattern(value, indent) : writePlural(key, value, indent);
}

function createInvalidKeyError(key: string): UnwritableTextError {
  const rule = 'a letter, then letters, digits, "-" and "_", optionally followed by ".attribute"';
  return new UnwritableTextError(key, `${JSON.stringify(key)} is not an identifier in Fluent: ${rule}`);
}

const printComment = (mark: string, text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => (line === '' ? `${mark}\n` : `${mark} ${line}\n`))
    .join('');
