import { MalformedFileError } from '../model/format-errors';
import type { Warning } from '../model/warnings';
import type { PlacedEntries, PlacedEntry } from '../template/commented-template';
import type { Span } from '../template/file-template';
import { CommentBlocks } from '../text/comment-blocks';
import { unescapeComment, unescapeProperties } from './properties-escapes';
import { offsetOf, type PropertiesLine, splitEntry, splitLines } from './properties-lines';

export interface PropertiesEntry extends PlacedEntry {
  line: number;
  /** The offset behind the key. */
  keyEnd: number;
}

/** The entries of a file with their places. */
export interface PropertiesFile extends PlacedEntries {
  entries: PropertiesEntry[];
  /** The comments at the start of the file that belong to no entry. */
  header: string[];
}

/** @throws MalformedFileError with the line */
export function readProperties(source: string, warn: (warning: Warning) => void): PropertiesFile {
  const commentBlocks = new CommentBlocks(warn);
  const entries: PropertiesEntry[] = [];
  for (const item of splitLines(source)) {
    const { kind, text, line } = item;
    if (kind === 'comment') commentBlocks.add(unescapeComment(text.replace(/^ /, '')), line, line, item);
    else {
      const description = commentBlocks.takeFor(line);
      entries.push(readEntry(item, description, commentBlocks.taken));
    }
  }
  commentBlocks.end();
  return {
    entries,
    header: commentBlocks.header,
    comments: commentBlocks.standalone,
    span: { start: 0, end: source.length },
  };
}

function readEntry(item: PropertiesLine, description?: string, comment?: Span): PropertiesEntry {
  const { text, line, start, end } = item;
  const { keyEnd, valueStart } = splitEntry(text);
  const key = unescapeProperties(text.slice(0, keyEnd));
  const value = unescapeProperties(text.slice(valueStart));
  if (key === undefined || value === undefined) {
    throw new MalformedFileError('\\u must be followed by four hexadecimal digits', { line });
  }
  const token = { start: offsetOf(item, valueStart), end };
  return { key, value, line, token, description, comment, start, end, keyEnd: offsetOf(item, keyEnd) };
}
