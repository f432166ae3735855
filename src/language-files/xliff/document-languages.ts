import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';

const primary = (tag: string): string => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';

/** The languages of the `<file>`s of a document, and what they mean for its entries. */
export class Languages {
  private source: string | undefined;
  private target: string | undefined;

  /** @returns the language to say of the file's entries, where it is another one than the document's first */
  ofFile(source: string | undefined, target: string | undefined, line: number): string | undefined {
    this.source ??= source;
    this.target ??= target;
    if (source !== undefined && source !== this.source) {
      throw new MalformedFileError(`the source language is ${source} here and ${this.source} before`, { line });
    }
    return target === this.target ? undefined : target;
  }

  /**
   * A document without any target is the file of its source language, as extractors write it, unless the caller has
   * asked for another language: then it has no texts yet.
   */
  finish(entries: ParsedEntry[], hasTargets: boolean, context: ParseContext): ParsedFile {
    const { source, target } = this;
    if (hasTargets || target !== undefined || source === undefined) {
      return { language: target, sourceLanguage: source, entries };
    }
    const isProjects = primary(source) === primary(context.sourceLanguage);
    const language = isProjects ? context.sourceLanguage : source;
    if ((context.language ?? language) !== language) return { sourceLanguage: source, entries };
    for (const entry of entries) entry.value = entry.source ?? null;
    return { language, sourceLanguage: source, entries };
  }
}
