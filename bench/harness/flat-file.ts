import { v7 as uuidv7 } from 'uuid';
import { seededName, seededText } from './seed';

/** The same texts twice: as the file for an import, and as the arrays for a bare upsert. */
export interface FlatFile {
  /** Equal to the bytes of its export: names in code point order, 2-space indent. */
  bytes: Buffer;
  ids: string[];
  names: string[];
  texts: string[];
}

/** @param suffix of all texts */
export function flatFile(count: number, suffix = ''): FlatFile {
  const entries = Array.from({ length: count }, (_, i) => ({ name: seededName(i), text: seededText(i) + suffix }));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = entries.map(({ name, text }) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)}`);
  return {
    bytes: Buffer.from(`{\n${lines.join(',\n')}\n}\n`),
    ids: entries.map(() => uuidv7()),
    names: entries.map(({ name }) => name),
    texts: entries.map(({ text }) => text),
  };
}

/** Returns a file for an import with texts so short that 900,000 of them take 44 MB. */
export function shortFile(count: number): Pick<FlatFile, 'bytes' | 'ids'> {
  const lines = Array.from({ length: count }, (_, i) => `  "section${i % 97}.item_${i}": "Text no. ${i}, short"`);
  return { bytes: Buffer.from(`{\n${lines.join(',\n')}\n}\n`), ids: lines.map((_, i) => `${i}`) };
}
