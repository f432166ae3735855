import { ValidationFailedError } from '../common/errors/domain-error';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { NamespaceCount } from './finding-count';
import { IS_IGNORED } from './open-findings';

/** The most numbers of an answer. */
const MAX_COUNTS = 100_000;
/** The characters of a name that `place` has at most. */
const PLACE_CHARACTERS = 512;

/**
 * Counts the findings of a project that are not ignored, by namespace and language.
 *
 * @throws ValidationFailedError for more numbers than an answer can have
 */
export async function countByNamespace(tx: Transaction, projectId: string): Promise<NamespaceCount[]> {
  const counts = await tx.rows<NamespaceCount & BoundedRow>(COUNTS, [projectId]);
  if (counts.at(-1)?.hasNext !== true) return counts;
  const detail = `the project has more than ${MAX_COUNTS} languages in namespaces, or their names are too long`;
  throw new ValidationFailedError([{ parameter: 'by', code: 'too_many', detail }]);
}

/** The key is looked up only if its name has no dot among the first characters. */
const NAMESPACE = `CASE
    WHEN position('.' IN f.place) > 0 THEN split_part(f.place, '.', 1)
    WHEN length(f.place) < ${PLACE_CHARACTERS} THEN ''
    ELSE (SELECT k.namespace FROM keys k WHERE k.project_id = $1 AND k.id = f.key_id) END`;

const ORDER = 'r.namespace COLLATE "C", r.language COLLATE "C"';

const COUNTS = prepared(
  firstBytes({
    rows: `
      SELECT * FROM (
        SELECT ${NAMESPACE} AS namespace, f.language, count(*)::int AS count FROM findings f
        WHERE f.project_id = $1 AND NOT ${IS_IGNORED} GROUP BY 1, 2) r
      ORDER BY ${ORDER} LIMIT ${MAX_COUNTS + 1}`,
    order: ORDER,
    bytes: sizeOf('r.namespace', 'r.language'),
  }),
);
