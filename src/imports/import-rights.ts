import { type Principal, requireScopes } from '../common/access/principal';
import type { Scope } from '../common/access/scope';
import { stateToNumber } from '../common/translation-state';

/** The scope that the caller lacks, by the reason why they may not make a change. */
const SCOPES = {
  create_not_allowed: 'keys:write',
  delete_not_allowed: 'keys:delete',
  review_not_allowed: 'translations:review',
} as const satisfies Record<string, Scope>;

/** Why the caller of an import may not make a change. */
export const REFUSALS = Object.keys(SCOPES) as (keyof typeof SCOPES)[];
export type Refusal = keyof typeof SCOPES;

const REVIEWED = stateToNumber('reviewed');

/**
 * What the caller of an import may change. In a merge, a change that they may not make is a conflict; without a base, it refuses the
 * import.
 */
export class ImportRights {
  /** The import neither sets nor takes away the state `reviewed` without this right. */
  readonly canReview: boolean;
  private readonly canCreate: boolean;
  private readonly canDelete: boolean;

  /** @param protectsReviewed whether reviewed texts are changed only with the scope `translations:review` */
  constructor(
    scopes: ReadonlySet<Scope>,
    private readonly protectsReviewed: boolean,
  ) {
    this.canReview = scopes.has(SCOPES.review_not_allowed);
    this.canCreate = scopes.has(SCOPES.create_not_allowed);
    this.canDelete = scopes.has(SCOPES.delete_not_allowed);
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
  againstText({ state }: { language: string; state: number | null }): Refusal | undefined {
    return state === REVIEWED && this.protectsReviewed && !this.canReview ? 'review_not_allowed' : undefined;
  }
}

/** @throws MissingScopeError for the changes of an import without a base that the caller may not make */
export function assertAllowed(principal: Principal, refusals: ReadonlySet<Refusal>): void {
  for (const refusal of REFUSALS) if (refusals.has(refusal)) requireScopes(principal, SCOPES[refusal]);
}
