import { type Attribute, Comment, GroupComment, Junk, type Message, ResourceComment, Term } from '@fluent/syntax';
import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry, Value } from '../model/entry';
import { lineCounter } from '../text/source-lines';
import { describeJunk, junkPosition, parseResource } from './fluent-parser';
import { readPlural } from './fluent-plural';
import { ATTRIBUTE_INDENT, readPattern, VALUE_INDENT } from './pattern-text';

/** @throws MalformedFileError, FileLimitError with line and column, as `parseResource` does */
export const readFluent = (source: string, context: ParseContext): ParsedFile =>
  new FluentReader(source, context).read();

class FluentReader {
  private readonly entries: ParsedEntry[] = [];
  private readonly resourceComments: string[] = [];
  private readonly comments: string[] = [];
  private readonly lineAt: (offset: number) => number;
  /** The group comment that applies to the next messages; empty if there is none. */
  private group = '';
  private isGroupEmpty = false;

  constructor(
    private readonly source: string,
    private readonly context: ParseContext,
  ) {
    this.lineAt = lineCounter(source);
  }

  read(): ParsedFile {
    for (const entry of parseResource(this.source).body) {
      if (entry instanceof ResourceComment) this.resourceComments.push(entry.content);
      else if (entry instanceof GroupComment) this.startGroup(entry.content);
      else if (entry instanceof Comment) this.comments.push(entry.content);
      else if (entry instanceof Junk) this.keepAside(entry);
      else this.readMessage(entry);
    }
    this.startGroup('');
    const meta: Meta = {};
    if (this.resourceComments.length > 0) meta['resourceComments'] = this.resourceComments;
    if (this.comments.length > 0) meta['comments'] = this.comments;
    return { entries: this.entries, meta };
  }

  private startGroup(comment: string): void {
    if (this.isGroupEmpty) {
      const detail = `the group comment ${JSON.stringify(this.group)} has no messages`;
      this.context.warn({ code: 'comment_dropped', detail });
    }
    this.group = comment;
    this.isGroupEmpty = comment !== '';
  }

  /** The message's comment describes its value or, if it has none, its first attribute. */
  private readMessage(message: Message | Term): void {
    this.isGroupEmpty = false;
    const id = message instanceof Term ? `-${message.id.name}` : message.id.name;
    let description = message.comment?.content;
    if (message.value) {
      this.add(id, message.id, this.readValue(message.value, VALUE_INDENT), description);
      description = undefined;
    }
    for (const attribute of message.attributes) {
      const value = this.readValue(attribute.value, ATTRIBUTE_INDENT);
      this.add(`${id}.${attribute.id.name}`, attribute, value, description);
      description = undefined;
    }
  }

  private readValue(pattern: Attribute['value'], indent: number): Value {
    return readPlural(this.source, pattern, indent) ?? readPattern(this.source, pattern, indent);
  }

  private add(key: string, node: Attribute | Message['id'], value: Value, description: string | undefined): void {
    const entry: ParsedEntry = { key, value, line: this.lineAt(node.span?.start ?? 0) };
    if (description !== undefined && description !== '') entry.description = description;
    if (this.group !== '') entry.keyMeta = { group: this.group };
    this.entries.push(entry);
  }

  /** Fluent's own tools skip junk, and so does the import. */
  private keepAside(junk: Junk): void {
    const { line } = junkPosition(this.source, junk);
    const detail = `${describeJunk(junk)}; what Fluent does not read stays in the file`;
    this.context.warn({ code: 'entry_unreadable', detail, line });
  }
}
