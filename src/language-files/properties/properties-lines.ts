/**
 * A comment or an entry, as `java.util.Properties` splits the file; an entry may be joined from several natural lines.
 */
export interface PropertiesLine {
  kind: 'comment' | 'entry';
  /** The text with its escapes; a comment without its `#` or `!`. */
  text: string;
  /** The 1-based number of the first natural line. */
  line: number;
}

const BLANK = /[ \t\f]*/y;
const REST_OF_LINE = /[^\r\n]*/y;
const LINE_END = /\r\n|\r|\n/y;

const match = (pattern: RegExp, source: string, offset: number): string => {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? '';
};

/** A natural line that ends with an odd number of backslashes is joined with the next one. */
function isContinued(text: string): boolean {
  let backslashes = 0;
  while (text[text.length - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/**
 * Splits a .properties file by the rules of `java.util.Properties.load`. Natural lines end with LF, CR or CRLF. Blank
 * lines and comments are not joined with other lines. A backslash at the end joins the next line without its
 * indentation. A comment can follow a line that is only a backslash, because the joined line is still empty.
 */
export function* splitLines(source: string): Generator<PropertiesLine> {
  let parts: string[] = [];
  let firstLine = 0;
  let offset = 0;
  for (let line = 1; offset < source.length; line++) {
    offset += match(BLANK, source, offset).length;
    const text = match(REST_OF_LINE, source, offset);
    offset += text.length;
    offset += match(LINE_END, source, offset).length;
    if (parts.length === 0) {
      if (text === '') continue;
      if (text.startsWith('#') || text.startsWith('!')) {
        yield { kind: 'comment', text: text.slice(1), line };
        continue;
      }
      firstLine = line;
    }
    const continued = isContinued(text);
    const part = continued ? text.slice(0, -1) : text;
    if (part !== '') parts.push(part);
    if (continued || parts.length === 0) continue;
    yield { kind: 'entry', text: parts.join(''), line: firstLine };
    parts = [];
  }
  if (parts.length > 0) yield { kind: 'entry', text: parts.join(''), line: firstLine };
}

/**
 * Splits an entry at the first white space, `=` or `:` without a backslash before it; both parts keep their escapes.
 */
export function splitEntry(text: string): [key: string, value: string] {
  let keyEnd = 0;
  while (keyEnd < text.length && !/[ \t\f=:]/.test(text[keyEnd] ?? '')) keyEnd += text[keyEnd] === '\\' ? 2 : 1;
  const separator = /[ \t\f]*[=:]?[ \t\f]*/y;
  const valueStart = keyEnd + match(separator, text, keyEnd).length;
  return [text.slice(0, keyEnd), text.slice(valueStart)];
}
