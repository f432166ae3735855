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

export function flatFile(count: number): FlatFile {
  const entries = Array.from({ length: count }, (_, i) => ({ name: seededName(i), text: seededText(i) }));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = entries.map(({ name, text }) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)}`);
  return {
    bytes: Buffer.from(`{\n${lines.join(',\n')}\n}\n`),
    ids: entries.map(() => uuidv7()),
    names: entries.map(({ name }) => name),
    texts: entries.map(({ text }) => text),
  };
}
