import type { FileFacts, FormatCodec } from '../model/codec';
import { FormatError } from '../model/format-errors';
import { readTemplateEntries } from './template-entries';

/** The keys of the template of a file, and of the file of the source language. */
export class TemplateKeys {
  private own: ReadonlySet<string> | undefined;
  private source: ReadonlySet<string> | undefined;

  constructor(
    private readonly codec: FormatCodec,
    private readonly file: FileFacts,
  ) {}

  has(key: string): boolean {
    return this.hasOwn(key) || this.hasSource(key);
  }

  /** Whether the template has a key. */
  hasOwn(key: string): boolean {
    this.own ??= new Set(this.read(this.file, this.file.template?.bytes));
    return this.own.has(key);
  }

  private hasSource(key: string): boolean {
    const { language, sourceLanguage, template } = this.file;
    const file = { ...this.file, language: this.codec.multilingual ? language : sourceLanguage };
    this.source ??= new Set(this.read(file, template?.source));
    return this.source.has(key);
  }

  /**
   * A name that is a form of a plural in one project is a key in another one. Errors of the files are reported when
   * they are opened.
   */
  private *read(file: FileFacts, bytes: Uint8Array | undefined): Generator<string> {
    for (const isPlural of bytes ? [() => true, () => false] : []) {
      try {
        for (const { key } of readTemplateEntries(this.codec, file, { bytes, isPlural })) yield key;
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }
  }
}
