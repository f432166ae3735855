import type { FileToWrite } from '../model/codec';
import { plainText } from '../text/plain-text';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  Span,
  TemplateElement,
  TemplateList,
  TemplateText,
} from './file-template';

/** An entry of a file, with its places there. */
export interface PlacedEntry extends Span {
  key: string;
  value: string;
  /** The text with its quotes. */
  token: Span;
  description?: string;
  /** The comment directly above it. */
  comment?: Span;
}

/** The entries and comments of a file without a hierarchy. */
export interface PlacedEntries {
  entries: readonly PlacedEntry[];
  /** The comments that belong to no entry. */
  comments: readonly Span[];
  /** The offset of new entries in a file that has none. */
  end: number;
}

const DESCRIPTION = '\0description';

/** A file of entries with comments above them, which in the file of the source language are the descriptions. */
export abstract class CommentedTemplate implements FileTemplate {
  readonly root: TemplateList;
  protected readonly newline: string;
  private readonly isSource: boolean;
  /** The descriptions that an import reads: the first one of a key. */
  private readonly descriptions = new Map<string, string>();

  constructor(
    readonly source: string,
    protected readonly placed: PlacedEntries,
    file: Omit<FileToWrite, 'entries'>,
  ) {
    this.newline = /\r\n|\r|\n/.exec(source)?.[0] ?? '\n';
    this.isSource = file.language === file.sourceLanguage;
    const elements: TemplateElement[] = placed.comments.map(({ start, end }) => ({ start, end }));
    for (const entry of placed.entries) elements.push(this.createElement(entry));
    elements.sort((one, other) => one.start - other.start);
    const [first, last] = [elements[0], elements.at(-1)];
    this.root = { start: first?.start ?? placed.end, end: last?.end ?? placed.end, elements };
  }

  private createElement({ key, value, token, description, comment, start, end }: PlacedEntry): TemplateElement {
    const text: TemplateText = { name: key, value, ...token };
    const outer = { start: comment?.start ?? start, end };
    if (!this.isSource || this.descriptions.has(key)) return { ...outer, text };
    this.descriptions.set(key, description ?? '');
    const note: Span = { start: outer.start, end: start };
    const noteText: TemplateText = { name: key + DESCRIPTION, key, value: description ?? '', ...note };
    const elements = [
      { ...note, isNote: true, text: noteText },
      { start, end, text },
    ];
    return { ...outer, list: { ...outer, elements } };
  }

  /** Yields the texts and, in the file of the source language, the descriptions. */
  *texts({ entries }: FileToWrite): Generator<[name: string, text: string, key?: string]> {
    for (const entry of entries) {
      const { key, description = '' } = entry;
      yield [key, plainText(entry)];
      if (this.isSource) yield [key + DESCRIPTION, description, key];
    }
  }

  listFor(): TemplateList {
    return this.root;
  }

  writeToken(value: string, replaced: TemplateText): string {
    if (!replaced.name.endsWith(DESCRIPTION)) return this.writeText(value, replaced);
    return value === '' ? '' : this.writeComment(value, replaced) + this.newline + this.indentAt(replaced.end);
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
    const { source, newline } = this;
    const isLineStart = start === 0 || /[\r\n]/.test(source.charAt(start - 1));
    return { before: isLineStart ? '' : newline, between: newline, after: newline };
  }

  /** Returns the white space between the start of a line and an offset in it; empty behind other characters. */
  protected indentAt(offset: number): string {
    let start = offset;
    while (start > 0 && /[ \t\f]/.test(this.source.charAt(start - 1))) start--;
    return start === 0 || /[\r\n]/.test(this.source.charAt(start - 1)) ? this.source.slice(start, offset) : '';
  }

  /** Writes a text in the style of the token that it replaces. */
  protected abstract writeText(value: string, replaced: TemplateText): string;
  /** Writes an entry without a line end. */
  protected abstract writeEntry(key: string, value: string): string;
  /** Writes a description, without a line end, in the style of the comment that it replaces. */
  protected abstract writeComment(description: string, replaced?: TemplateText): string;
}
