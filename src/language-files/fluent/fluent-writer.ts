import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaTexts } from '../model/meta';
import { tryWrite } from '../model/left-out';
import { createTermError, printComment, printValue, splitKey, warnAboutComment } from './fluent-printer';
import { ReferenceCheck } from './fluent-references';
import { ATTRIBUTE_INDENT, VALUE_INDENT } from './pattern-text';

interface MessageToWrite {
  id: string;
  /** The printed value. */
  value?: string;
  /** The printed attributes. */
  attributes: string[];
  /** The message's only comment, with the key whose description it is. */
  comment?: EntryToWrite;
  attributeKeys: string[];
}

export class FluentWriter {
  /** By group comment. The first group has an empty comment: messages without a group. */
  private readonly groups = new Map<string, MessageToWrite[]>([['', []]]);
  private readonly messages = new Map<string, MessageToWrite>();
  private readonly references: ReferenceCheck;

  constructor(private readonly file: FileToWrite) {
    this.references = new ReferenceCheck(file);
  }

  *write(): Iterable<string> {
    for (const entry of this.file.entries) tryWrite(this.file, [entry.key], () => this.add(entry));
    this.references.warn();
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

  private add(entry: EntryToWrite): void {
    const { key, value = '', description, keyMeta } = entry;
    const { id, attribute } = splitKey(key);
    const printed = printValue(key, value, attribute === undefined ? VALUE_INDENT : ATTRIBUTE_INDENT);
    const message = this.getOrCreateMessage(id, keyMeta);
    if (attribute === undefined) {
      message.value = printed;
    } else {
      message.attributes.push(`    .${attribute} =${printed}\n`);
      message.attributeKeys.push(key);
    }
    if (description) this.addComment(message, entry);
    this.references.add(entry);
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

  private addComment(message: MessageToWrite, entry: EntryToWrite): void {
    warnAboutComment(entry, message.comment === undefined, this.file);
    message.comment ??= entry;
  }

  /** The comment is written only if the reader would assign it to the same key again. */
  private printMessage({ id, value, attributes, comment, attributeKeys }: MessageToWrite): string {
    const [firstAttributeKey] = attributeKeys;
    if (value === undefined && id.startsWith('-')) {
      throw createTermError(firstAttributeKey ?? id, id);
    }
    const describedKey = value === undefined ? firstAttributeKey : id;
    const isWritten = comment?.key === describedKey;
    if (comment && !isWritten) warnAboutComment(comment, false, this.file);
    const printedComment = comment?.description && isWritten ? printComment('#', comment.description) : '';
    return `${printedComment}${id} =${value ?? ''}\n${attributes.join('')}`;
  }
}
