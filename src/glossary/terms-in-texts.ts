import { Injectable } from '@nestjs/common';
import { TermText } from './matching/term-text';
import { translationsOf } from './matching/term-set';
import { ProjectTerms, type ProjectTerm, type Reader } from './project-terms';

/** A term of the glossary that a source text has. */
export interface FoundTerm extends Omit<ProjectTerm, 'translations'> {
  /** The term as it stands in the text. */
  found: string;
  /** The translations into the language of the reader, the preferred one first. */
  translations: readonly string[];
}

/** A text whose terms are asked for. */
interface TextOfProject {
  project: { id: string; organizationId: string; sourceLanguage: string };
  /** The source text; null: none. */
  text: string | null;
  /** The language into which it is translated; undefined: none. */
  language: string | undefined;
}

/** Finds the terms of a text. @param language into which it is translated; undefined: none */
export type TermFinder = (text: string, language: string | undefined) => FoundTerm[];

/** Terms that are shown of a text. */
const MAX_TERMS = 50;
/** Characters of a text in which terms are looked for. */
const MAX_CHARACTERS = 20_000;

/** Finds the terms of source texts. */
@Injectable()
export class TermsInTexts {
  constructor(private readonly terms: ProjectTerms) {}

  /** Returns the terms that apply to the project, in the order of the text, each of them once. */
  async of({ project, text, language }: TextOfProject, from: Reader): Promise<FoundTerm[]> {
    if (text === null || text === '') return [];
    return (await this.finderOf(project, from))(text, language);
  }

  /** Reads the terms of a project once, for many texts. */
  async finderOf(project: TextOfProject['project'], from: Reader): Promise<TermFinder> {
    const { packed, terms } = await this.terms.of(project, from);
    if (packed.hash === '') return () => [];
    return (text, language) => {
      const read = TermText.ofMessage(project.sourceLanguage, text.slice(0, MAX_CHARACTERS));
      const found = new Map<string, FoundTerm>();
      for (const { entry, start, end } of terms.occurrencesIn(read)) {
        if (found.has(entry.id)) continue;
        const translations = language === undefined ? [] : translationsOf(entry, language);
        found.set(entry.id, { ...entry, found: read.text.slice(start, end), translations });
        if (found.size === MAX_TERMS) break;
      }
      return [...found.values()];
    };
  }
}
