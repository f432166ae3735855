import { type Attribute, Comment, GroupComment, type Message, ResourceComment, Term } from '@fluent/syntax';
import type { FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry, Value } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';
import { parseResource } from './fluent-parser';
import { readPlural } from './fluent-plural';
import { FluentWriter } from './fluent-writer';
import { ATTRIBUTE_INDENT, readPattern, VALUE_INDENT } from './pattern-text';
import { lineCounter, positionAt } from '../text/source-lines';

class FluentReader {
  private readonly entries: ParsedEntry[] = [];
  private readonly resourceComments: string[] = [];
  private readonly comments: string[] = [];
  private readonly lineOf: (offset: number) => number;
  private group = '';
  private groupIsEmpty = false;

  constructor(
    private readonly source: string,
    private readonly context: ParseContext,
  ) {
    this.lineOf = lineCounter(source);
  }

  read(): ParsedFile {
    for (const entry of parseResource(this.source).body) {
      if (entry instanceof ResourceComment) this.resourceComments.push(entry.content);
      else if (entry instanceof GroupComment) this.startGroup(entry.content);
      else if (entry instanceof Comment) this.comments.push(entry.content);
      else if (entry.type === 'Junk') throw this.malformed(entry.annotations[0], entry.span?.start ?? 0);
      else this.readMessage(entry);
    }
    this.startGroup('');
    const meta: Meta = {};
    if (this.resourceComments.length > 0) meta['resourceComments'] = this.resourceComments;
    if (this.comments.length > 0) meta['comments'] = this.comments;
    return { entries: this.entries, meta };
  }

  private startGroup(content: string): void {
    if (this.groupIsEmpty)
      this.context.warn({ code: 'comment_dropped', detail: `the group ${JSON.stringify(this.group)} has no messages` });
    this.group = content;
    this.groupIsEmpty = content !== '';
  }

  private readMessage(message: Message | Term): void {
    this.groupIsEmpty = false;
    const id = message instanceof Term ? `-${message.id.name}` : message.id.name;
    let description = message.comment?.content;
    if (message.value) {
      this.add(id, message.id, this.valueOf(message.value, VALUE_INDENT), description);
      description = undefined;
    }
    for (const attribute of message.attributes) {
      const value = this.valueOf(attribute.value, ATTRIBUTE_INDENT);
      this.add(`${id}.${attribute.id.name}`, attribute, value, description);
      description = undefined;
    }
  }

  private valueOf(pattern: Attribute['value'], spaces: number): Value {
    return readPlural(this.source, pattern, spaces) ?? readPattern(this.source, pattern, spaces);
  }

  private add(key: string, node: Attribute | Message['id'], value: Value, description: string | undefined): void {
    const entry: ParsedEntry = { key, value, line: this.lineOf(node.span?.start ?? 0) };
    if (description !== undefined && description !== '') entry.description = description;
    if (this.group !== '') entry.keyMeta = { group: this.group };
    this.entries.push(entry);
  }

  private malformed(
    annotation: { message: string; code: string; span?: { start: number } } | undefined,
    start: number,
  ): Error {
    const detail = annotation ? `${annotation.message} (${annotation.code})` : 'this is no message, term or comment';
    return new MalformedFileError(detail, positionAt(this.source, annotation?.span?.start ?? start));
  }
}

/** Project Fluent, Syntax 1.0. Keys are `id`, `id.attribute`, `-term` and `-term.attribute`. */
export const fluentCodec: FormatCodec = {
  id: 'fluent',
  name: 'Project Fluent',
  extensions: ['ftl'],
  naming: { defaultName: 'main', languageIn: 'folder' },
  mediaType: 'text/plain; charset=utf-8',
  bilingual: false,
  multilingual: false,
  plurals: 'native',
  comments: true,
  losses: [
    'Messages are written in the order of their keys, those of a group after those of none.',
    'Comments that belong to no message are written at the start of the file; group comments without messages are dropped.',
    'Line breaks inside of placeables become LF.',
  ],
  keepsMeta: true,
  streams: false,
  /** A folder a locale, as Fluent's own loaders have it; the file's name is of the program's choice. */
  pathOf: (language, namespace = 'main') => `${language}/${namespace}.ftl`,
  canParse: true,
  parse: (bytes, context) => new FluentReader(decodeText(bytes), context).read(),
  serialize: (file) => new FluentWriter(file).write(),
};
