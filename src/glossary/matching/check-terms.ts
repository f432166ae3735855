import type { Finding } from '../../checks/finding';
import type { CheckedTerm, TermSet } from './term-set';
import { TermText } from './term-text';

/** A source text in which the terms of a project are looked for, once for the texts that are compared with it. */
export class SourceTerms {
  private found: ReadonlySet<CheckedTerm> | undefined;

  constructor(
    private readonly terms: TermSet,
    private readonly source: { language: string; text: string },
  ) {}

  /**
   * Returns what the glossary says against a text: a term of the source text whose translations are missing, and a term that is forbidden.
   * A text that is the same as its source text is another check's.
   */
  check({ language, text }: { language: string; text: string }): Finding[] {
    if (text.trim() === '') return [];
    const findings: Finding[] = [];
    const target = TermText.ofMessage(language, text);
    const isTranslation = language !== this.source.language && text !== this.source.text;
    const missing = isTranslation ? this.terms.missingIn(target, this.inSource()) : undefined;
    if (missing) {
      const { term, expected } = missing;
      const detail = expected === null ? `"${term}" is not kept` : `"${term}" is not translated as "${expected}"`;
      findings.push({ code: 'term_missing', detail });
    }
    const forbidden = this.terms.forbiddenIn(target);
    if (forbidden !== undefined)
      findings.push({ code: 'term_forbidden', detail: `the glossary forbids "${forbidden}"` });
    return findings;
  }

  private inSource(): ReadonlySet<CheckedTerm> {
    const { language, text } = this.source;
    return (this.found ??= new Set(
      this.terms.occurrencesIn(TermText.ofMessage(language, text)).map(({ entry }) => entry),
    ));
  }
}
