import type { FileFacts, FormatCodec } from '../model/codec';
import { FormatError } from '../model/format-errors';
import { readTemplateEntries } from './template-entries';

/** The keys of a file as one reading finds them, which is done when they are asked for. */
type Keys = () => ReadonlySet<string>;

/** The keys of the template of a file, and of the file of the source language. */
export class TemplateKeys {
  private readonly own: readonly Keys[];
  private readonly source: readonly Keys[];

  constructor(codec: FormatCodec, file: FileFacts) {
    const { language, sourceLanguage, template } = file;
    this.own = keysOf(codec, file, template?.bytes);
    this.source = keysOf(
      codec,
      { ...file, language: codec.multilingual ? language : sourceLanguage },
      template?.source,
    );
  }

  has(key: string): boolean {
    return this.hasOwn(key) || isIn(this.source, key);
  }

  /** Whether the template has a key. */
  hasOwn(key: string): boolean {
    return isIn(this.own, key);
  }
}

const isIn = (keys: readonly Keys[], key: string): boolean => keys.some((found) => found().has(key));

/** A name that is a form of a plural in one project is a key in another one. */
const keysOf = (codec: FormatCodec, file: FileFacts, bytes: Uint8Array | undefined): Keys[] =>
  (bytes ? [true, false] : []).map((isPlural) => {
    let keys: ReadonlySet<string> | undefined;
    return () => (keys ??= readKeys(codec, file, { bytes, isPlural: () => isPlural }));
  });

/** Errors of the files are reported when they are opened. */
function readKeys(...file: Parameters<typeof readTemplateEntries>): ReadonlySet<string> {
  try {
    return new Set(readTemplateEntries(...file).map(({ key }) => key));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return new Set();
  }
}
