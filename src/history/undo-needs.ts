import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { canWriteIn } from '../common/access/reach';
import type { Scope } from '../common/access/scope';
import { stateToNumber } from '../common/translation-state';
import { Database } from '../database/database';
import { beginRead, lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { textOf } from '../project-write/stored-rows';
import type { Change } from './change';
import { findChange } from './change-list';

const REVIEW = 'translations:review';

/** Tells callers whether they may undo their changes. */
@Injectable()
export class UndoNeeds {
  constructor(private readonly database: Database) {}

  /**
   * Returns what the caller lacks to undo its last change: scopes, and languages as `language:fr`. `Reversal` has the rules.
   *
   * @throws ChangeNotFoundError, RevisionPrunedError
   */
  async of(principal: Principal, projectId: string, revision: string): Promise<string[]> {
    return this.database.transaction(READ, async (tx) => {
      const change = await findChange(tx, projectId, revision);
      const needed = scopesFor(change).filter((scope) => !principal.scopes.has(scope));
      const languages = change.languages.filter((language) => !canWriteIn(principal, language));
      if (!principal.scopes.has(REVIEW)) {
        const [row] = await tx.rows<{ isReview: boolean }>(TOOK_REVIEW, [projectId, revision]);
        if (row?.isReview) needed.push(REVIEW);
      }
      return [...needed, ...languages.map((language) => `language:${language}`)];
    });
  }
}

/** Returns the scopes that the undoing of a change needs, without the right to review. */
function scopesFor({ counts }: Change): Scope[] {
  const scopes: Scope[] = ['translations:write'];
  if (counts.keysCreated > 0) scopes.push('keys:delete');
  if (counts.keysDeleted + counts.keysChanged > 0) scopes.push('keys:write');
  if (counts.settingsChanged > 0) scopes.push('projects:write');
  return scopes;
}

const READ = beginRead('inIndexOrder');

/** Whether the change of the revision `$2` has replaced or removed a reviewed text, or has taken its state. */
const TOOK_REVIEW = prepared(`
  SELECT EXISTS (
    SELECT FROM translations_history h
    ${lookUpIfAny(textOf('h.key_id', 'h.language', 'text, state'), 't')}
    WHERE h.project_id = $1 AND h.until = $2 AND h.state = ${stateToNumber('reviewed')}
      AND (h.text, h.state) IS DISTINCT FROM (t.text, t.state)) AS "isReview"`);
