import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';

/**
 * The languages of a document: the languages of its first `<file>`, and the target languages of other files that
 * differ.
 */
export class DocumentLanguages {
  private source: string | undefined;
  private target: string | undefined;

  /**
   * Registers the languages of a `<file>`.
   *
   * @returns the target language of the file's entries, where it differs from the document
   * @throws MalformedFileError for a second source language
   */
  register(source: string | undefined, target: string | undefined, line: number): string | undefined {
    this.source ??= source;
    this.target ??= target;
    if (source !== undefined && source !== this.source) {
      throw new MalformedFileError(`the source language is ${source} here and ${this.source} before`, { line });
    }
    return target === this.target ? undefined : target;
  }

  /** Whether the document has only the texts of its source language, as sources. */
  isSourceFile(hasTargets: boolean): boolean {
    return !hasTargets && this.target === undefined && this.source !== undefined;
  }

  /**
   * Returns the parsed file. A document without targets, as extractors write it, is the file of its source language:
   * the source texts become the values. If the caller asks for another language, the entries have no values.
   */
  toParsedFile(entries: ParsedEntry[], hasTargets: boolean, context: ParseContext): ParsedFile {
    const { source, target } = this;
    if (source === undefined || !this.isSourceFile(hasTargets)) {
      return { language: target, sourceLanguage: source, entries };
    }
    const isProjectSource = primarySubtag(source) === primarySubtag(context.sourceLanguage);
    const language = isProjectSource ? context.sourceLanguage : source;
    if ((context.language ?? language) !== language) return { sourceLanguage: source, entries };
    for (const entry of entries) entry.value = entry.source ?? null;
    return { language, sourceLanguage: source, entries };
  }
}

const primarySubtag = (tag: string): string => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
