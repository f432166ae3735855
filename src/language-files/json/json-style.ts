import type { TemplateList } from '../template/file-template';

/** The style in which a JSON file is written. */
export class JsonStyle {
  /** The end of a line; empty in a file of one line. */
  readonly newline: string;
  /** The indentation of one level. */
  readonly unit: string;
  /** What stands behind the comma between members of one line. */
  readonly blank: string;
  private readonly escapesSlashes: boolean;
  private readonly escapesNonAscii: boolean;
  private readonly hasUpperCase: boolean;

  constructor(
    private readonly source: string,
    private readonly root: TemplateList,
  ) {
    const [first, second] = root.elements;
    const lead = first && source.slice(root.start, first.start);
    const isMultiline = lead === undefined || /[\r\n]/.test(lead);
    this.newline = !isMultiline ? '' : source.includes('\r\n') ? '\r\n' : '\n';
    this.unit = !isMultiline ? '' : lead === undefined ? '  ' : lead.slice(lead.search(/[^\r\n]*$/));
    this.blank = first && second && /^,( *)/.exec(source.slice(first.end, second.start))?.[1] ? ' ' : '';
    this.escapesSlashes = source.includes('\\/');
    const escape = /\\u(?!00[0-7])[0-9a-f]{4}/i.exec(source)?.[0];
    this.escapesNonAscii = escape !== undefined && !/[^\0-\x7f]/.test(source);
    this.hasUpperCase = escape !== undefined && /[A-F]/.test(escape);
  }

  /** Returns the indentation of the elements of a list. */
  indentOf({ start, elements: [first] }: TemplateList): string {
    if (this.newline === '') return '';
    const lineOf = (offset: number): string => {
      const lineStart =
        Math.max(this.source.lastIndexOf('\n', offset - 1), this.source.lastIndexOf('\r', offset - 1)) + 1;
      return /^[ \t]*/.exec(this.source.slice(lineStart, offset))?.[0] ?? '';
    };
    return first ? lineOf(first.start) : lineOf(start) + this.unit;
  }

  /** Returns what stands between the name and the value of a list's last member, or of the file's first one. */
  colonOf({ elements }: TemplateList): string {
    const member = elements.at(-1) ?? this.root.elements[0];
    const source = member && this.source.slice(member.start, member.end);
    return (source && /^"(?:[^"\\]|\\.)*"(\s*:[ \t]*)/.exec(source)?.[1]) ?? ': ';
  }

  string(text: string): string {
    let json = JSON.stringify(text);
    if (this.escapesSlashes) json = json.replaceAll('/', '\\/');
    return this.escapesNonAscii ? json.replace(/[^\0-\x7f]/g, (unit) => this.escape(unit)) : json;
  }

  private escape(unit: string): string {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${this.hasUpperCase ? hex.toUpperCase() : hex}`;
  }
}
