import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { VisibleProject } from '../project-write/visible-project';
import type { KeyStatistics, LanguageStatistics, ProjectStatistics } from './statistics';
import { type ByNamespace, countTextsOf, toStatistics } from './statistics-query';

/** With more changed rows, all texts are counted: that takes no longer. */
const MAX_CHANGED_ROWS = 2_000;

export interface ContinuedStatistics {
  statistics: ProjectStatistics;
  /** The rows that changed since the earlier statistics, as often as they changed. */
  changedRows: number;
}

/**
 * Continues earlier statistics: counts the keys that changed since, as they were then and as they are.
 *
 * @param tx begun with `beginRead('lookUps')`
 * @returns undefined if all texts have to be counted
 */
export async function continueStatistics(
  tx: Transaction,
  project: VisibleProject,
  before: ProjectStatistics,
): Promise<ContinuedStatistics | undefined> {
  const { revision: since } = before;
  const isKept = Number(since) >= Number(project.oldestRevision) && Number(since) <= Number(project.revision);
  if (!isKept || !hasLanguages(project, before)) return undefined;
  const rows = await tx.rows<{ id: string }>(CHANGED, [project.id, since, MAX_CHANGED_ROWS + 1]);
  if (rows.length > MAX_CHANGED_ROWS) return undefined;
  const ids = [...new Set(rows.map(({ id }) => id))];
  const [then, now] =
    ids.length === 0 ? [] : [await countTextsOf(tx, project, ids, since), await countTextsOf(tx, project, ids)];
  return { statistics: toStatistics(project, withChanges(before.namespaces, then, now)), changedRows: rows.length };
}

/** Whether the languages are the same, in the same order. */
const hasLanguages = ({ sourceLanguage, targetLanguages }: VisibleProject, { languages }: ProjectStatistics): boolean =>
  JSON.stringify([sourceLanguage, ...targetLanguages]) === JSON.stringify([...languages.keys()]);

function withChanges(before: ByNamespace, then: ByNamespace = new Map(), now: ByNamespace = new Map()): ByNamespace {
  const result = new Map(before);
  for (const name of new Set([...then.keys(), ...now.keys()])) {
    const statistics = plus(plus(result.get(name), then.get(name), -1), now.get(name), 1);
    if (statistics && statistics.keys > 0) result.set(name, statistics);
    else result.delete(name);
  }
  return result;
}

/** Adds statistics, or takes them away. */
function plus(
  one: KeyStatistics | undefined,
  other: KeyStatistics | undefined,
  sign: 1 | -1,
): KeyStatistics | undefined {
  if (!other) return one;
  const languages = new Map<string, LanguageStatistics>();
  for (const [language, counts] of other.languages) {
    const sum = { ...(one?.languages.get(language) ?? NO_TEXTS) };
    for (const name of Object.keys(sum) as (keyof LanguageStatistics)[]) sum[name] += sign * counts[name];
    languages.set(language, sum);
  }
  const { keys, words } = one ?? { keys: 0, words: 0 };
  return { keys: keys + sign * other.keys, words: words + sign * other.words, languages };
}

const NO_TEXTS: LanguageStatistics = { translated: 0, reviewed: 0, draft: 0, outdated: 0, untranslated: 0, words: 0 };

/** The keys of the rows that changed since the revision `$2`, as often as they changed. */
const CHANGED = prepared(`
  SELECT key_id AS id FROM translations WHERE project_id = $1 AND since > $2
  UNION ALL SELECT key_id FROM translations_history WHERE project_id = $1 AND until > $2 AND since <= $2
  UNION ALL SELECT id FROM keys WHERE project_id = $1 AND since > $2
  UNION ALL SELECT id FROM keys_history WHERE project_id = $1 AND until > $2 AND since <= $2
  LIMIT $3`);
