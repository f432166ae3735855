import { MissingScopeError, type NamedText } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { canWriteIn, requireLanguages } from '../common/access/reach';

const REVIEW = 'translations:review';

/** What the caller of a write can do to texts: in which languages it writes, and whether it reviews. */
export class TextRights {
  constructor(private readonly principal: Pick<Principal, 'scopes' | 'languages'>) {}

  /** Whether the caller can set and take away the state `reviewed`, and change reviewed texts that are protected. */
  get canReview(): boolean {
    return this.principal.scopes.has(REVIEW);
  }

  /** @param language empty for files of several languages */
  canWriteIn(language: string): boolean {
    return language === '' || canWriteIn(this.principal, language);
  }

  /** @throws LanguageNotAllowedError */
  assertLanguages(languages: Iterable<string>): void {
    requireLanguages(this.principal, languages);
  }

  /** @param texts that the caller can only write if it reviews. @throws MissingScopeError that lists the first of them */
  assertReview(texts: readonly NamedText[]): void {
    if (texts.length > 0 && !this.canReview) throw new MissingScopeError(REVIEW, texts);
  }
}
