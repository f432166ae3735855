import type { FileToWrite, TemplateContext } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { plainText } from '../text/plain-text';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  Renaming,
  Replacement,
  Span,
  TemplateElement,
  TemplateList,
  TemplateText,
} from './file-template';
import { firstFrom } from './first-from';
import { lastTexts } from './rewrite-template';

/** An entry of a file, with its places there. */
export interface PlacedEntry extends Span {
  key: string;
  value: string;
  /** The text with its quotes. */
  token: Span;
  description?: string;
  /** The comment directly above it. */
  comment?: Span;
  /** The comments within its span, which are a part of the description. */
  inner?: readonly Span[];
}

/** The entries and comments of a file without a hierarchy. */
export interface PlacedEntries {
  entries: readonly PlacedEntry[];
  /** The comments that belong to no entry. */
  comments: readonly Span[];
  /** The span that entries can be in. */
  span: Span;
}

/** A description, and the names of the texts of its comments other than the one above. */
interface Description {
  text: string;
  inner: string[];
}

const DESCRIPTION = '\0description';
/** The most characters of an indentation that are written before new lines. */
const MAX_INDENT = 200;
/** The value of a comment that stays as long as the description does. */
const COMMENT = 'comment';

/** Returns an entry of each key: the first one with a description, which an import reads, or else the first. */
function findDescribed(entries: readonly PlacedEntry[]): ReadonlyMap<string, PlacedEntry> {
  const described = new Map<string, PlacedEntry>();
  for (const entry of entries) {
    const earlier = described.get(entry.key);
    if (!earlier || (!earlier.description && entry.description)) described.set(entry.key, entry);
  }
  return described;
}

/** A file of entries with comments above them, which in the file of the source language are the descriptions. */
export abstract class CommentedTemplate implements FileTemplate {
  readonly root: TemplateList;
  protected readonly newline: string;
  private readonly isSource: boolean;
  /** The descriptions by key that the template has in comments. */
  private readonly descriptions = new Map<string, Description>();
  /** The entries whose comments are the descriptions of their keys. */
  private readonly described: ReadonlyMap<string, PlacedEntry>;

  constructor(
    readonly source: string,
    protected readonly placed: PlacedEntries,
    { language, sourceLanguage, onlyPlaces = false }: TemplateContext,
  ) {
    this.newline = /\r\n|\r|\n/.exec(source)?.[0] ?? '\n';
    this.isSource = language === sourceLanguage;
    this.described = findDescribed(this.isSource ? placed.entries : []);
    const { span } = placed;
    // A comment behind the last entry would become the description of a new one behind it.
    const lastEnd = placed.entries.at(-1)?.end ?? span.start;
    const elements: TemplateElement[] = placed.comments
      .filter(({ start, end }) => start >= span.start && end <= lastEnd)
      .map(({ start, end }) => ({ start, end }));
    for (const entry of placed.entries) elements.push(this.createElement(entry));
    elements.sort((one, other) => one.start - other.start);
    const [first, last] = [elements[0], elements.at(-1)];
    this.root = { start: first?.start ?? span.end, end: last?.end ?? span.end, elements };
    // Listed here because a template is read while an export waits for its entries.
    if (!onlyPlaces) lastTexts(this.root);
  }

  private createElement(entry: PlacedEntry): TemplateElement {
    const { key, value, token, description = '', comment, start, end } = entry;
    const text: TemplateText = { start: token.start, end: token.end, name: key, value };
    const outer: Span = { start: comment?.start ?? start, end };
    if (this.described.get(key) !== entry) return { start: outer.start, end, text };
    const inner = this.splitAtComments(entry, text);
    this.descriptions.set(key, {
      text: description,
      inner: inner.flatMap(({ isNote, text: part }) => (isNote && part ? part.name : [])),
    });
    const note: Span = { start: outer.start, end: start };
    const noteText: TemplateText = { name: key + DESCRIPTION, key, value: description, ...note };
    return { ...outer, list: { ...outer, elements: [{ ...note, isNote: true, text: noteText }, ...inner] } };
  }

  /** Returns the entry with the comments in it as elements of their own, so that they can be removed. */
  private splitAtComments({ key, start, end, inner = [] }: PlacedEntry, text: TemplateText): TemplateElement[] {
    if (inner.length === 0) return [{ start, end, text }];
    const comments = inner.map((comment, index): TemplateElement => {
      const { start: from, end: to } = comment;
      const part = { name: `${key}${DESCRIPTION}${index}`, key, value: COMMENT, start: from, end: to };
      return { start: from, end: to, isNote: true, text: part };
    });
    const token: TemplateElement = { start: text.start, end: text.end, text };
    const parts: TemplateElement[] = [];
    let offset = start;
    for (const part of [...comments, token].sort((one, other) => one.start - other.start)) {
      parts.push(...this.kept(offset, part.start), part);
      offset = part.end;
    }
    return [...parts, ...this.kept(offset, end)];
  }

  /** Returns what stands between two offsets as an element, without the white space around it. */
  private kept(start: number, end: number): TemplateElement[] {
    const between = this.source.slice(start, end);
    const first = start + between.search(/\S|$/);
    return between.trim() === '' ? [] : [{ start: first, end: first + between.trim().length, isNote: true }];
  }

  /** Yields the texts and, in the file of the source language, the descriptions. */
  *texts({ entries }: FileToWrite): Generator<[name: string, text: string, key?: string]> {
    for (const entry of entries) {
      const { key, description = '' } = entry;
      yield [key, plainText(entry)];
      if (!this.isSource) continue;
      yield [key + DESCRIPTION, description, key];
      const known = this.descriptions.get(key);
      if (known?.text === description) for (const name of known.inner) yield [name, COMMENT, key];
    }
  }

  holds({ key, value, description = '' }: EntryToWrite): boolean {
    if (typeof value !== 'string' || lastTexts(this.root).get(key)?.value !== value) return false;
    return !this.isSource || this.descriptions.get(key)?.text === description;
  }

  rename({ element, from, to }: Renaming): Replacement[] | undefined {
    const entry = firstFrom(this.placed.entries, element.start, ({ start }) => start);
    const name = entry?.key === from ? this.nameOf(entry) : undefined;
    return name && [{ start: name.start, end: name.end, token: this.writeName(to, name) }];
  }

  listFor(): TemplateList {
    return this.root;
  }

  writeToken(value: string, replaced: TemplateText): string {
    if (!replaced.name.endsWith(DESCRIPTION)) return this.writeText(value, replaced);
    if (value === '') return '';
    const comment = this.writeComment(value, replaced);
    if (this.beginsLine(replaced.start)) return comment + this.newline + this.indentAt(replaced.end);
    // Behind another entry, a comment at the end of the line would belong to the other one.
    return this.isLineComment(comment) ? this.newline + comment + this.newline : `${comment} `;
  }

  writeElements(_list: TemplateList, texts: readonly NewText[]): NewElement[] {
    const byName = new Map(texts.map(({ name, value }) => [name, value]));
    return texts.flatMap(({ name, value }) => {
      if (name.endsWith(DESCRIPTION)) return [];
      const description = byName.get(name + DESCRIPTION);
      const comment = description ? this.writeComment(description) + this.newline : '';
      return [{ source: comment + this.writeEntry(name, value), names: [name] }];
    });
  }

  spaceOf({ start }: TemplateList): ListSpace {
    const { newline, placed } = this;
    // A blank line, so that a comment before the first entry is not its description.
    const isBelowComment = placed.comments.some(
      (comment) => comment.start >= placed.span.start && comment.end <= start,
    );
    const blank = isBelowComment ? newline : '';
    return { before: (this.isLineStart(start) ? '' : newline) + blank, between: newline, after: newline };
  }

  /**
   * Returns the white space between the start of a line and an offset in it; empty behind other characters. Of a wide
   * one it returns a part, because it is repeated for each line of a description.
   */
  protected indentAt(offset: number): string {
    const start = this.blankStart(offset);
    return this.isLineStart(start) ? this.source.slice(start, Math.min(offset, start + MAX_INDENT)) : '';
  }

  private beginsLine(offset: number): boolean {
    return this.isLineStart(this.blankStart(offset));
  }

  private blankStart(offset: number): number {
    let start = offset;
    while (start > 0 && /[ \t\f]/.test(this.source.charAt(start - 1))) start--;
    return start;
  }

  private isLineStart(offset: number): boolean {
    return offset === 0 || /[\r\n]/.test(this.source.charAt(offset - 1));
  }

  protected sourceOf({ start, end }: Span): string {
    return this.source.slice(start, end);
  }

  /** Whether a comment ends with its line. */
  protected abstract isLineComment(comment: string): boolean;
  /** Returns where the name of an entry stands, with its quotes. */
  protected abstract nameOf(entry: PlacedEntry): Span;
  /** Writes a name in the style of the token that it replaces. */
  protected abstract writeName(name: string, replaced: Span): string;
  /** Writes a text in the style of the token that it replaces. */
  protected abstract writeText(value: string, replaced: TemplateText): string;
  /** Writes an entry without a line end. */
  protected abstract writeEntry(key: string, value: string): string;
  /** Writes a description, without a line end, in the style of the comment that it replaces. */
  protected abstract writeComment(description: string, replaced?: TemplateText): string;
}
