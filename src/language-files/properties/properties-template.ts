import type { TemplateContext } from '../model/codec';
import { CommentedTemplate, type PlacedEntry } from '../template/commented-template';
import type { Span, TemplateText } from '../template/file-template';
import { findChangedParts, textInPlaceOf } from '../text/changed-parts';
import { escapeComment, escapeKey, type EscapeStyle, escapeValue, unescapeProperties } from './properties-escapes';
import { type PropertiesFile, readProperties } from './properties-reader';

/** A longer separator is not repeated for each new text. */
const MAX_SEPARATOR = 200;

/** Returns a text as it stands behind a separator. Behind white space, `=` or `:` would be the separator. */
const separated = (separator: string, text: string): string =>
  /[=:]/.test(separator) ? text : text.replace(/^[=:]/, '\\$&');

/** A line of a text in a file, with the backslash, the line end and the indentation that continue it on the next one. */
interface NaturalLine {
  text: string;
  end: string;
}

function naturalLines(source: string): NaturalLine[] {
  const lines: NaturalLine[] = [];
  let start = 0;
  for (const { index, 0: found } of source.matchAll(/\\(?:(?:\r\n|[\r\n])[ \t\f]*|[^])/g)) {
    if (!/[\r\n]/.test(found)) continue;
    lines.push({ text: source.slice(start, index), end: found });
    start = index + found.length;
  }
  return [...lines, { text: source.slice(start), end: '' }];
}

/** A .properties file as a template. */
export class PropertiesTemplate extends CommentedTemplate {
  private foundSeparator?: string;
  private foundStyle?: EscapeStyle;
  /** Where keys end, by the starts of their texts. */
  private keyEnds?: ReadonlyMap<number, number>;
  private readonly file: PropertiesFile;

  /** @throws MalformedFileError with the line */
  constructor(source: string, context: TemplateContext) {
    const placed = readProperties(source, () => undefined);
    super(source, placed, context);
    this.file = placed;
  }

  protected writeText(value: string, replaced: TemplateText): string {
    const text = this.writeLines(value, this.sourceOf(replaced));
    const separator = this.separatorBefore(replaced);
    return separator === '' && text !== ''
      ? this.separator + separated(this.separator, text)
      : separated(separator, text);
  }

  /** Writes a text, which keeps the natural lines of the old one that it has at its start and at its end. */
  private writeLines(value: string, old: string): string {
    const natural = naturalLines(old);
    // An escape may begin on one line and end on the next one.
    const isDivided = natural.some(({ text }) => unescapeProperties(text) === undefined);
    const lines = isDivided ? [{ text: old, end: '' }] : natural;
    const texts = lines.map(({ text }) => unescapeProperties(text) ?? '');
    const changed = findChangedParts(texts, value, () => false);
    if (!changed) return old;
    // Behind an empty line, the start of the next one could be a separator.
    if (value === texts.slice(changed.last + 1).join('')) changed.last = lines.length - 1;
    // Where the file continues a text on a new line behind each line end, so does the new text.
    const continuation = /\\n(\\(?:\r\n|\r|\n)[ \t\f]{0,200})/.exec(old)?.[1];
    const between = textInPlaceOf(changed, texts, value);
    const parts = continuation === undefined ? [between] : between.split(/(?<=\n)/);
    const { end = '' } = lines[changed.last] ?? {};
    const written = parts.map((part, index) => escapeValue(part, this.style, index < parts.length - 1 || end !== ''));
    const sourceOf = (kept: readonly NaturalLine[]): string => kept.map((line) => line.text + line.end).join('');
    return (
      sourceOf(lines.slice(0, changed.first)) +
      written.join(continuation) +
      end +
      sourceOf(lines.slice(changed.last + 1))
    );
  }

  protected nameOf({ start, token, keyEnd }: PlacedEntry & { keyEnd?: number }): Span {
    return { start, end: keyEnd ?? token.start };
  }

  protected writeName(name: string): string {
    return escapeKey(name, this.style);
  }

  protected writeEntry(key: string, value: string): string {
    return escapeKey(key, this.style) + this.separator + separated(this.separator, escapeValue(value, this.style));
  }

  protected writeComment(description: string, replaced?: TemplateText): string {
    const old = (replaced && this.sourceOf(replaced)) || this.sourceOf(this.firstComment ?? { start: 0, end: 0 });
    const mark = /^(?:[#!]{1,200} ?)/.exec(old)?.[0] ?? '# ';
    const indent = replaced ? this.indentAt(replaced.start) : '';
    return description
      .split('\n')
      .map((line) => (line === '' ? mark.trimEnd() : mark + escapeComment(line, this.style)))
      .join(this.newline + indent);
  }

  protected isLineComment(): boolean {
    return true;
  }

  private get firstComment(): Span | undefined {
    return this.file.entries.find(({ comment }) => comment)?.comment ?? this.file.comments[0];
  }

  /** Returns the characters between a text and its key. A key without a text may have none. */
  private separatorBefore({ start }: TemplateText): string {
    this.keyEnds ??= new Map(this.file.entries.map(({ token, keyEnd }) => [token.start, keyEnd]));
    return this.source.slice(this.keyEnds.get(start), start);
  }

  /** The characters between key and text of the last entry; `=` if they contain a line break. */
  private get separator(): string {
    this.foundSeparator ??= this.findSeparator();
    return this.foundSeparator;
  }

  private findSeparator(): string {
    const { keyEnd = 0, token } = this.file.entries.findLast((entry) => entry.value !== '') ?? {};
    const found = token ? this.source.slice(keyEnd, token.start) : '';
    return found.length <= MAX_SEPARATOR && /^[ \t]*[=: \t][ \t]*$/.test(found) ? found : '=';
  }

  private get style(): EscapeStyle {
    this.foundStyle ??= this.findStyle();
    return this.foundStyle;
  }

  private findStyle(): EscapeStyle {
    const texts = this.file.entries.map(({ token }) => this.sourceOf(token));
    const find = (pattern: RegExp): string | undefined => texts.find((text) => pattern.test(text));
    const escape = find(/\\u(?!00[0-7])[0-9a-f]{4}/i);
    const isAscii = find(/[^\0-\x7f]/) === undefined;
    return {
      ascii: isAscii,
      escaped: isAscii ? new Set() : onlyEscaped(texts),
      punctuation: find(/\\[=:#!]/) !== undefined && find(/(?<!\\)[=:#!]/) === undefined,
      upperCase: escape !== undefined && /\\u(?=.{0,3}[A-F])/.test(escape),
    };
  }
}

/** Returns the characters outside of ASCII that texts have as escapes only. */
function onlyEscaped(texts: readonly string[]): Set<string> {
  const escaped = new Set<string>();
  for (const text of texts) {
    for (const [, digits = ''] of text.matchAll(/\\(?:u([0-9a-f]{4})|[^])/gi)) {
      if (digits !== '') escaped.add(String.fromCharCode(parseInt(digits, 16)));
    }
  }
  for (const text of texts) for (const character of text) escaped.delete(character);
  return escaped;
}
