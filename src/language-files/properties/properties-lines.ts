/** A line of the file as `java.util.Properties` sees it: a comment, or a logical line joined from natural ones. */
export interface PropertiesLine {
  kind: 'comment' | 'entry';
  /** Raw: escapes are still there. A comment is without its `#` or `!`. */
  text: string;
  /** 1-based, of its first natural line. */
  line: number;
}

const BLANK = /[ \t\f]*/y;
const REST = /[^\r\n]*/y;
const LINE_END = /\r\n|\r|\n/y;

const match = (pattern: RegExp, source: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
};

/** An odd number of backslashes at the end joins the next natural line. */
function continues(text: string): boolean {
  let count = 0;
  while (text[text.length - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}

/**
 * The lines of a .properties file by the rules of `java.util.Properties.load`: natural lines end in LF, CR or CRLF; blank
 * ones and comments stand for themselves; a backslash at the end joins the next line without its indentation. Where all
 * that was joined so far is nothing, the line still begins, so that a comment may follow a lone backslash.
 */
export function* propertiesLines(source: string): Generator<PropertiesLine> {
  let parts: string[] = [];
  let first = 0;
  let at = 0;
  for (let line = 1; at < source.length; line += 1) {
    at += match(BLANK, source, at).length;
    const text = match(REST, source, at);
    at += text.length;
    at += match(LINE_END, source, at).length;
    if (parts.length === 0) {
      if (text === '') continue;
      if (text.startsWith('#') || text.startsWith('!')) {
        yield { kind: 'comment', text: text.slice(1), line };
        continue;
      }
      first = line;
    }
    const joins = continues(text);
    const part = joins ? text.slice(0, -1) : text;
    if (part !== '') parts.push(part);
    if (joins || parts.length === 0) continue;
    yield { kind: 'entry', text: parts.join(''), line: first };
    parts = [];
  }
  if (parts.length > 0) yield { kind: 'entry', text: parts.join(''), line: first };
}

/** Where the key of a logical line ends (at the first white space, `=` or `:` without a backslash) and its value begins. */
export function splitEntry(text: string): [key: string, value: string] {
  let end = 0;
  while (end < text.length && !/[ \t\f=:]/.test(text[end] ?? '')) end += text[end] === '\\' ? 2 : 1;
  const separator = /[ \t\f]*[=:]?[ \t\f]*/y;
  const start = end + match(separator, text, end).length;
  return [text.slice(0, end), text.slice(start)];
}
