import type { TemplateContext } from '../../model/codec';
import { CommentedTemplate, type PlacedEntry } from '../../template/commented-template';
import type { ListSpace, Span, TemplateList, TemplateText } from '../../template/file-template';
import { printComment, printLineComments } from './strings-comment';
import { escapeStrings } from './strings-escapes';
import { readStrings, type StringsEntry, type StringsFile } from './strings-reader';

/** A text that needs no quotes, other than the start of a comment. */
const UNQUOTED = /^(?!\/[/*])[A-Za-z0-9_$/:.-]+$/;

/** A longer sign is not repeated for each new text. */
const MAX_SIGN = 200;

/** A .strings file as a template. */
export class StringsTemplate extends CommentedTemplate {
  private foundSign?: string;
  private readonly file: StringsFile;
  private readonly escapesNonAscii: boolean;

  /** @throws MalformedFileError with line and column */
  constructor(source: string, context: TemplateContext) {
    const placed = readStrings(source, () => undefined);
    super(source, placed, context);
    this.file = placed;
    this.escapesNonAscii = /\\U[0-9a-f]{4}/i.test(source) && !/[^\0-\x7f]/.test(source);
  }

  protected writeText(value: string, replaced: TemplateText): string {
    const old = this.sourceOf(replaced);
    return old === '' ? `${this.sign}${this.quote(value, '"')}` : this.quote(value, old);
  }

  protected nameOf(entry: PlacedEntry): Span {
    return (entry as StringsEntry).keyToken;
  }

  protected writeName(name: string, replaced: Span): string {
    return this.quote(name, this.sourceOf(replaced));
  }

  protected writeEntry(key: string, value: string): string {
    const last = this.file.entries.at(-1);
    return `${this.quote(key, last ? this.sourceOf(last.keyToken) : '"')}${this.sign}${this.quote(value, '"')};`;
  }

  protected writeComment(description: string, replaced?: TemplateText): string {
    const old = replaced ? this.sourceOf(replaced) : '';
    const isBlock = !old.startsWith('//') || /[\r\u2028\u2029]/.test(description);
    if (isBlock && !description.includes('*/')) return printComment(description);
    return printLineComments(description, this.newline + (replaced ? this.indentAt(replaced.start) : ''));
  }

  protected isLineComment(comment: string): boolean {
    return comment.startsWith('//');
  }

  /** A new entry does not continue a line that may end with a comment. */
  override spaceOf(list: TemplateList): ListSpace {
    const { source } = this;
    const hasShortGaps = list.elements.some(
      ({ end }, i) => i + 1 < list.elements.length && !/[\r\n]/.test(source.slice(end, list.elements[i + 1]?.start)),
    );
    const space = super.spaceOf(list);
    return hasShortGaps && source.includes('//') ? { ...space, aroundNew: this.newline } : space;
  }

  /** The characters between the last key and its text. */
  private get sign(): string {
    this.foundSign ??= this.findSign();
    return this.foundSign;
  }

  private findSign(): string {
    const { keyToken, token } = this.file.entries.findLast(({ token: { start, end } }) => end > start) ?? {};
    const found: Span | undefined = keyToken && token && { start: keyToken.end, end: token.start };
    const sign = found ? this.sourceOf(found) : '';
    return sign.length <= MAX_SIGN && /^[ \t]*=[ \t]*$/.test(sign) ? sign : ' = ';
  }

  /** Writes a text with the quotes that another one has. */
  private quote(text: string, model: string): string {
    const isQuoted = model.startsWith('"') || model.startsWith("'");
    if (!isQuoted && UNQUOTED.test(text)) return text;
    const escaped = this.escape(text);
    // Where the file breaks lines inside a text, so does the new text.
    const breaksLines = this.newline === '\n' && model.includes('\n');
    const lines = breaksLines ? escaped.replace(/\\[^]/g, (escape) => (escape === '\\n' ? '\n' : escape)) : escaped;
    return model.startsWith("'") ? `'${lines.replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : `"${lines}"`;
  }

  private escape(text: string): string {
    const escaped = escapeStrings(text);
    if (!this.escapesNonAscii) return escaped;
    return escaped.replace(/[^\0-\x7f]/g, (unit) => `\\U${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
}
