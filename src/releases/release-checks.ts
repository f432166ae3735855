import { Injectable } from '@nestjs/common';
import type { CheckCode } from '../checks/finding';
import { stateToNumber } from '../common/translation-state';
import { beginRead, hasRow, lookUp } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { ChecksFailedError, MAX_NAMED_FINDINGS } from '../findings/checks-failed.error';
import { FindingsRefresher, type ProjectRevision } from '../findings/findings-refresher';
import { IS_IGNORED } from '../findings/open-findings';
import { heldAt } from '../project-write/as-of/versions';
import { keyById } from '../project-write/stored-rows';
import { isKey } from '../projects/id-prefix';
import type { ReleaseOptions } from './release';

interface NamedFinding {
  key: string;
  language: string;
  code: CheckCode;
  detail: string;
}

const READ = beginRead('lookUps');

/** Refuses releases of texts that fail checks. */
@Injectable()
export class ReleaseChecks {
  constructor(private readonly refresher: FindingsRefresher) {}

  /**
   * Checks the texts of a release, which are the texts of the returned revision.
   *
   * @throws ChecksFailedError if one of them has a finding of `failOn` that is not ignored
   * @throws ProjectBusyError when the checks take more than 30 s
   */
  async check(
    project: ProjectRevision & { sourceLanguage: string },
    { failOn, minState, languages }: Pick<ReleaseOptions, 'failOn' | 'minState' | 'languages'>,
  ): Promise<number> {
    return this.refresher.read(project, READ, async (tx, checkedRevision) => {
      const state = minState === null ? null : stateToNumber(minState);
      const values = [project.id, failOn, languages, state, project.sourceLanguage, checkedRevision];
      const [found] = await tx.rows<{ count: number }>(COUNT, values);
      if (found && found.count > 0) {
        const named = await tx.rows<NamedFinding>(NAMED, [...values, MAX_NAMED_FINDINGS]);
        throw new ChecksFailedError(found.count, named, { texts: 'the release has', required: 'in failOn' });
      }
      return Number(checkedRevision);
    });
  }
}

/** A text may have another state by now than at the checked revision. */
const IS_RELEASED = `(${hasRow(`FROM translations t
  WHERE t.project_id = $1 AND t.language = f.language AND t.key_id = f.key_id AND t.since <= $6 AND t.state >= $4`)}
  OR ${hasRow(`FROM translations_history t
  WHERE t.project_id = $1 AND t.language = f.language AND ${isKey('t.key_id', 'f.key_id')} AND ${heldAt('$6', 't')} AND t.state >= $4`)})`;

const FOUND = `FROM findings f`;
const WHERE = `WHERE f.project_id = $1 AND f.code = ANY ($2::text[]) AND ($3::text[] IS NULL OR f.language = ANY ($3))
  AND ($4::smallint IS NULL OR f.language = $5 OR ${IS_RELEASED}) AND NOT ${IS_IGNORED}`;

const COUNT = prepared(`SELECT count(*)::int AS count ${FOUND} ${WHERE}`);

const NAMED = prepared(`
  SELECT k.name AS key, f.language, f.code, f.detail ${FOUND}
  ${lookUp(keyById('f.key_id', 'name'), 'k')}
  ${WHERE} ORDER BY f.key_id, f.language, f.code LIMIT $7`);
