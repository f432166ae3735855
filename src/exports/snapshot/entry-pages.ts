import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { stateOfNumber } from '../../common/translation-state';
import {
  type EntryToWrite,
  escapeFormulas,
  fromMessage,
  type MessageConversion,
  type Meta,
  metaPartsOf,
  type Plural,
  toKeyPath,
  warnOfFormulas,
  withStates,
} from '../../language-files';
import { entryStatement, type EntrySelection } from './entry-statement';
import { nameInFile } from '../render/file-of-key';
import { rowsPerPage } from './rows-per-page';
import type { Snapshot } from './snapshot';

interface Row {
  name: string;
  text: string | null;
  source?: string | null;
  description?: string | null;
  keyMeta?: Meta | null;
  meta?: Meta | null;
  texts?: (string | null)[];
  metas?: (Meta | null)[];
  maxLength?: number | null;
  addedAs?: number | null;
  firstSource?: number | null;
  path?: Meta[string] | null;
  earlierNames?: string[] | null;
  /** Null without a text, and for the text of another language. */
  state?: number | null;
  states?: (number | null)[];
  /** The position in the `files` of the selection. */
  file?: number;
}

/** The most entries of a page: a thread that receives them begins with the first ones while the others are converted. */
const PAGE_ENTRIES = 500;

/** Entries of one file. */
export interface EntryPage {
  /** The position in the `files` of the selection. */
  file: number;
  entries: EntryToWrite[];
}

/**
 * Reads entries file by file, in code point order of the keys. A small project is read at once; a large one page by page,
 * so that it is never in memory completely.
 */
export async function* entryPages(snapshot: Snapshot, selection: EntrySelection): AsyncGenerator<EntryPage> {
  const { sql, parameters } = entryStatement(selection);
  const toEntry = createMapper(selection);
  const yielder = new EventLoopYielder();
  const { languages, sourceLanguage, fallback } = selection;
  const maxRows = await rowsPerPage(snapshot, [
    ...languages,
    sourceLanguage,
    ...(fallback === undefined ? [] : [fallback]),
  ]);
  for await (const rows of snapshot.pages<Row>(sql, parameters, maxRows)) {
    for (let start = 0, end = 0; start < rows.length; start = end) {
      const file = rows[start]?.file;
      while (end < rows.length && end - start < PAGE_ENTRIES && rows[end]?.file === file) end++;
      yield { file: file ?? 0, entries: await yielder.map(rows.slice(start, end), toEntry) };
    }
  }
}

/** Reads the entries of a few keys of one file, in code point order of the keys. */
export async function readEntriesOf(
  snapshot: Snapshot,
  selection: EntrySelection & { keyIds: readonly string[] },
): Promise<EntryToWrite[]> {
  const { sql, parameters } = entryStatement(selection);
  return (await snapshot.rows<Row>(sql, parameters)).map(createMapper(selection));
}

/** Returns a function that all rows share: closures of each row would be half of the garbage of an export. */
function createMapper(selection: EntrySelection): (row: Row) => EntryToWrite {
  const { codec, languages, style, isPublic } = selection;
  const metaParts = metaPartsOf(codec, isPublic);
  let current: Pick<Row, 'name' | 'source'>;
  const warn: MessageConversion['warn'] = (code, detail) => selection.warn({ code, detail, key: current.name });
  const conversion: MessageConversion = { style, warn };
  const toValue = (message: string): string | Plural =>
    fromMessage(message, codec, conversion, current.source ?? undefined);
  return (row) => {
    current = row;
    const { name, text, source, description, keyMeta, meta, texts, metas, state, states, file } = row;
    const entry: EntryToWrite = { key: nameInFile(name, selection, file) };
    if (text !== null) entry.value = toValue(text);
    if (typeof source === 'string' && codec.bilingual) entry.source = source === text ? entry.value : toValue(source);
    if (typeof description === 'string') entry.description = description;
    if (keyMeta) entry.keyMeta = metaParts.key(keyMeta);
    if (row.maxLength !== undefined && codec.lengths && (codec.lengths.read(entry.keyMeta) ?? null) !== row.maxLength)
      entry.keyMeta = codec.lengths.write(entry.keyMeta, row.maxLength);
    if (meta) entry.meta = metaParts.text(meta);
    if (typeof row.addedAs === 'number') entry.addedAs = row.addedAs;
    if (typeof row.firstSource === 'number') entry.firstSource = row.firstSource;
    const path = row.path ? toKeyPath(row.path) : undefined;
    if (path) entry.path = path;
    const earlierKeys = row.earlierNames && earlierKeysOf(name, entry.key, row.earlierNames);
    if (earlierKeys && earlierKeys.length > 0) entry.earlierKeys = earlierKeys;
    if (texts) entry.values = byLanguage(languages, texts, toValue);
    if (metas) entry.metas = byLanguage(languages, metas, metaParts.text);
    if (typeof state === 'number') entry.state = stateOfNumber(state);
    if (states) entry.states = byLanguage(languages, states, stateOfNumber);
    const complete = codec.states ? withStates(entry, codec.states) : entry;
    if (!codec.hasFormulaCells) return complete;
    if (selection.escapesFormulas) return escapeFormulas(complete);
    warnOfFormulas(complete, selection.warn);
    return complete;
  };
}

/** Returns the earlier names of a key in the namespace of its file, without the namespace if the key is. */
function earlierKeysOf(name: string, key: string, earlierNames: readonly string[]): string[] {
  const namespace = name.slice(0, name.length - key.length);
  return earlierNames.flatMap((earlier) => (earlier.startsWith(namespace) ? earlier.slice(namespace.length) : []));
}

function byLanguage<T, U>(
  languages: readonly string[],
  values: readonly (T | null)[],
  map: (value: T) => U,
): Map<string, U> {
  const mapped = new Map<string, U>();
  for (const [index, language] of languages.entries()) {
    const value = values[index];
    if (value !== null && value !== undefined) mapped.set(language, map(value));
  }
  return mapped;
}
