import { GlossaryTooLargeError, MAX_GLOSSARY_BYTES, MAX_TERMS } from '../glossary-errors';
import { sizeOf } from '../term';
import type { ImportedTerm } from './imported-term';

/** Bytes of a page, after which the next one begins. */
const PAGE_BYTES = 32_768;

/** The terms of a file, in a form that passes to another thread and is read there in parts. */
export interface ReadTerms {
  /** JSON of lists of `ImportedTerm`. */
  pages: string[];
  /** The languages into which there are translations. */
  languages: string[];
  /** The projects of terms. */
  projectIds: string[];
}

/** Collects the terms of a file, which has at most the terms and bytes of a glossary. */
export class TermPages {
  private readonly pages: string[] = [];
  private readonly languages = new Set<string>();
  private readonly projectIds = new Set<string>();
  private page: ImportedTerm[] = [];
  private terms = 0;
  private bytes = 0;
  private bytesOfPage = 0;

  /** @throws GlossaryTooLargeError */
  add(term: ImportedTerm): void {
    const bytes = sizeOf(term);
    this.terms++;
    this.bytes += bytes;
    if (this.terms > MAX_TERMS || this.bytes > MAX_GLOSSARY_BYTES) throw new GlossaryTooLargeError(this.terms);
    for (const language of Object.keys(term.translations)) this.languages.add(language);
    for (const id of term.projectIds ?? []) this.projectIds.add(id);
    this.page.push(term);
    this.bytesOfPage += bytes;
    if (this.bytesOfPage > PAGE_BYTES || this.page.length === 250) this.endPage();
  }

  end(): ReadTerms {
    this.endPage();
    return { pages: this.pages, languages: [...this.languages], projectIds: [...this.projectIds] };
  }

  private endPage(): void {
    if (this.page.length > 0) this.pages.push(JSON.stringify(this.page));
    this.page = [];
    this.bytesOfPage = 0;
  }
}
