import type { FileFacts, FormatCodec } from '../model/codec';
import { FormatError } from '../model/format-errors';
import { readTemplateEntries } from './template-entries';

/** The keys of the template of a file, and of the file of the source language. */
export class TemplateKeys {
  private keys: ReadonlySet<string> | undefined;

  constructor(
    private readonly codec: FormatCodec,
    private readonly file: FileFacts,
  ) {}

  has(key: string): boolean {
    this.keys ??= new Set(this.read());
    return this.keys.has(key);
  }

  /**
   * A name that is a form of a plural in one project is a key in another one. Errors of the files are reported when
   * they are opened.
   */
  private *read(): Generator<string> {
    const { language, sourceLanguage, template } = this.file;
    const files = [
      { ...this.file, bytes: template?.bytes },
      { ...this.file, language: this.codec.multilingual ? language : sourceLanguage, bytes: template?.source },
    ];
    for (const { bytes, ...file } of files) {
      for (const isPlural of bytes ? [() => true, () => false] : []) {
        try {
          for (const { key } of readTemplateEntries(this.codec, file, { bytes, isPlural })) yield key;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      }
    }
  }
}
