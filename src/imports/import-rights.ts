import type { NamedText } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { requireLanguages, requireScopes } from '../common/access/reach';
import type { Scope } from '../common/access/scope';
import { MAX_LISTED_ERRORS } from '../common/errors/domain-error';
import { stateToNumber } from '../common/translation-state';
import { TextRights } from '../project-write/text-rights';

/** The scope that the caller lacks, by the reason why they may not make a change. */
const SCOPES = {
  create_not_allowed: 'keys:write',
  delete_not_allowed: 'keys:delete',
  review_not_allowed: 'translations:review',
} as const satisfies Record<string, Scope>;

const SCOPE_REFUSALS = Object.keys(SCOPES) as (keyof typeof SCOPES)[];

/** Why the caller of an import may not make a change. */
export const REFUSALS = [...SCOPE_REFUSALS, 'language_not_allowed'] as const;
export type Refusal = (typeof REFUSALS)[number];

const REVIEWED = stateToNumber('reviewed');

/**
 * What the caller of an import may change. In a merge, a change that they may not make is a conflict; without a base, it refuses the
 * import.
 */
export class ImportRights extends TextRights {
  private readonly canCreate: boolean;
  private readonly canDelete: boolean;
  /** Whether the caller can change descriptions and length limits of keys. */
  readonly canDescribe: boolean;

  /** @param protectsReviewed whether reviewed texts are changed only with the scope `translations:review` */
  constructor(
    principal: Pick<Principal, 'scopes' | 'languages'>,
    private readonly protectsReviewed: boolean,
  ) {
    super(principal);
    this.canCreate = principal.scopes.has(SCOPES.create_not_allowed);
    this.canDescribe = principal.scopes.has('keys:write');
    this.canDelete = principal.scopes.has(SCOPES.delete_not_allowed);
  }

  /** Returns why a key must not be created; undefined if it may be. */
  againstNewKey(): Refusal | undefined {
    return this.canCreate ? undefined : 'create_not_allowed';
  }

  /** Returns why a key must not be deleted. */
  againstDeletion(): Refusal | undefined {
    return this.canDelete ? undefined : 'delete_not_allowed';
  }

  /** Returns why a text must not be added, changed or removed. @param text its language, and the number of its state; null: no text */
  againstText({ language, state }: { language: string; state: number | null }): Refusal | undefined {
    if (!this.canWriteIn(language)) return 'language_not_allowed';
    return state === REVIEWED && this.protectsReviewed && !this.canReview ? 'review_not_allowed' : undefined;
  }
}

/** The changes of an import without a base that the caller may not make. */
export class Refusals {
  private readonly reasons = new Set<Refusal>();
  private readonly languages = new Set<string>();
  /** The first texts that need the scope to review. */
  private readonly reviewed: NamedText[] = [];

  static of(all: readonly Refusals[]): Refusals {
    const united = new Refusals();
    for (const { reasons, languages, reviewed } of all) {
      for (const reason of reasons) united.reasons.add(reason);
      for (const language of languages) united.languages.add(language);
      united.reviewed.push(...reviewed);
    }
    return united;
  }

  /**
   * @param language of the text
   * @param nameOf returns the name of the key
   */
  add(reason: Refusal, language: string, nameOf: () => string): void {
    this.reasons.add(reason);
    if (reason === 'language_not_allowed') this.languages.add(language);
    if (reason === 'review_not_allowed' && this.reviewed.length < MAX_LISTED_ERRORS)
      this.reviewed.push({ key: nameOf(), language });
  }

  /** @throws MissingScopeError, LanguageNotAllowedError */
  assertNone(principal: Principal): void {
    for (const reason of SCOPE_REFUSALS) {
      if (reason === 'review_not_allowed') new TextRights(principal).assertReview(this.reviewed);
      else if (this.reasons.has(reason)) requireScopes(principal, SCOPES[reason]);
    }
    requireLanguages(principal, this.languages);
  }
}
