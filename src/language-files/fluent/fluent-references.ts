import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { placeablesOf } from './pattern-text';

const REFERENCE = /\{\s*(?:[a-zA-Z][\w-]*|\d+)\s*\}/;
const WHOLE = /^\{\s*([a-zA-Z][\w-]*|\d+)\s*\}$/;

/**
 * Finds the arguments of ICU messages that Fluent takes for something else: `{name}` is the message `name`, and `{0}` a
 * number.
 */
export class ReferenceCheck {
  private readonly keys = new Set<string>();
  /** By key, the names in braces. */
  private readonly found: [key: string, names: string[]][] = [];

  constructor(private readonly file: Pick<FileToWrite, 'warn'>) {}

  /** @param isWritten whether the text is new in the file */
  add({ key, value = '' }: EntryToWrite, isWritten = true): void {
    this.keys.add(key);
    if (!isWritten) return;
    const texts = typeof value === 'string' ? [value] : [...value.exact.values(), ...value.forms.values()];
    const names = texts.flatMap(referencesIn);
    if (names.length > 0) this.found.push([key, [...new Set(names)]]);
  }

  /** Warns about the names that are no keys of the file. Is called behind the last entry. */
  warn(): void {
    for (const [key, names] of this.found) {
      const unknown = names.filter((name) => !this.keys.has(name)).slice(0, 5);
      if (unknown.length === 0) continue;
      const written = unknown.map((name) => `{${name}}`).join(', ');
      const detail = `${written} is no variable in Fluent, but a reference to a message that the file lacks, or a number; write { $name }`;
      this.file.warn({ code: 'fluent_reference', detail, key });
    }
  }
}

/** Returns the names in braces of a text, each of which Fluent reads as a message, or as a number. */
export const referencesIn = (text: string): string[] =>
  REFERENCE.test(text) ? placeablesOf(text).flatMap((placeable) => WHOLE.exec(placeable)?.[1] ?? []) : [];
