import type { Span } from '../template/file-template';

/**
 * A comment or an entry, as `java.util.Properties` splits the file; an entry may be joined from several natural lines.
 */
export interface PropertiesLine extends Span {
  kind: 'comment' | 'entry';
  /** The text with its escapes; a comment without its `#` or `!`. */
  text: string;
  /** The 1-based number of the first natural line. */
  line: number;
  /** The offsets in the file where the parts of the text begin: one, or one for each natural line. */
  parts: readonly LinePart[];
}

interface LinePart {
  text: string;
  /** Offset in the file. */
  start: number;
}

const BLANK = /[ \t\f]*/y;
const REST_OF_LINE = /[^\r\n]*/y;
const LINE_END = /(?:\r\n|\r|\n)?/y;
const KEY_END = /[ \t\f=:\\]/g;
const SEPARATOR = /[ \t\f]*[=:]?[ \t\f]*/y;

/** Returns the offset behind what a sticky pattern matches, which may be nothing. */
const skip = (pattern: RegExp, source: string, offset: number): number => {
  pattern.lastIndex = offset;
  return pattern.test(source) ? pattern.lastIndex : offset;
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
  let parts: LinePart[] = [];
  let firstLine = 0;
  let offset = 0;
  const entry = (end: number): PropertiesLine => {
    const text = parts.length === 1 ? (parts[0]?.text ?? '') : parts.map((part) => part.text).join('');
    return { kind: 'entry', text, line: firstLine, parts, start: parts[0]?.start ?? end, end };
  };
  for (let line = 1; offset < source.length; line++) {
    const start = skip(BLANK, source, offset);
    const end = skip(REST_OF_LINE, source, start);
    const text = source.slice(start, end);
    offset = skip(LINE_END, source, end);
    if (parts.length === 0) {
      if (text === '') continue;
      if (text.startsWith('#') || text.startsWith('!')) {
        yield { kind: 'comment', text: text.slice(1), line, parts, start, end };
        continue;
      }
      firstLine = line;
    }
    const continued = isContinued(text);
    const part = continued ? text.slice(0, -1) : text;
    if (part !== '') parts.push({ text: part, start });
    if (continued || parts.length === 0) continue;
    yield entry(end);
    parts = [];
  }
  // A backslash at the end of the file belongs to no line.
  const last = parts.at(-1);
  if (last) yield entry(last.start + last.text.length);
}

/** Returns the offset in the file of a character of an entry; that behind its last line for the end of its text. */
export function offsetOf({ parts, end }: PropertiesLine, index: number): number {
  let rest = index;
  for (const { text, start } of parts) {
    if (rest < text.length) return start + rest;
    rest -= text.length;
  }
  return end;
}

/** The places of the parts of an entry in its text. */
export interface EntryParts {
  keyEnd: number;
  valueStart: number;
}

/** Splits an entry at the first white space, `=` or `:` without a backslash before it. */
export function splitEntry(text: string): EntryParts {
  let keyEnd = findKeyEnd(text, 0);
  while (text[keyEnd] === '\\') keyEnd = findKeyEnd(text, keyEnd + 2);
  return { keyEnd, valueStart: skip(SEPARATOR, text, keyEnd) };
}

/** Returns the offset of the first character at or behind an offset that ends a key or begins an escape. */
function findKeyEnd(text: string, offset: number): number {
  KEY_END.lastIndex = offset;
  return KEY_END.test(text) ? KEY_END.lastIndex - 1 : text.length;
}
