import { printCompactJson, printJson } from './json-printer';
import type { JsonNode } from './json-tree';
import type { TemplateList } from '../template/file-template';
import { Indentation } from '../template/indentation';

/** The name of a member, and its colon. */
const COLON = /^"(?:[^"\\]|\\.)*"(\s{0,20}:[ \t]{0,20})/;

/** The style in which a JSON file is written. */
export class JsonStyle extends Indentation {
  /** The space behind the comma between members of one line. */
  readonly blank: string;
  private readonly escapesSlashes: boolean;
  private readonly escapesNonAscii: boolean;
  private readonly hasUpperCase: boolean;

  constructor(source: string, root: TemplateList) {
    super(source, root);
    const [first, second] = root.elements;
    this.blank = first && second && /^,( *)/.exec(source.slice(first.end, second.start))?.[1] ? ' ' : '';
    this.escapesSlashes = source.includes('\\/');
    const escape = /\\u(?!00[0-7])[0-9a-f]{4}/i.exec(source)?.[0];
    this.escapesNonAscii = escape !== undefined && !/[^\0-\x7f]/.test(source);
    this.hasUpperCase = escape !== undefined && /[A-F]/.test(escape);
  }

  /** Returns the colon of a list's last member, or of the file's first one, with the white space around it. */
  colonOf({ elements }: TemplateList): string {
    const member = elements.at(-1) ?? this.root.elements[0];
    const source = member && this.source.slice(member.start, member.end);
    return (source && COLON.exec(source)?.[1]) ?? ': ';
  }

  /** Prints a value in the style of the file. @param indent of the line on which it starts */
  print(node: JsonNode, indent: string, colon: string): string {
    if (!this.newline) return printCompactJson(node);
    return printJson(node, '', { colon, empty: '' }).replaceAll(
      /\n( *)/g,
      (_, spaces: string) => this.newline + indent + this.unit.repeat(spaces.length / 2),
    );
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
