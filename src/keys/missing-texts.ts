import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MERGE_ROWS, PLAN_AS_BEFORE, readBefore } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';

/** The most keys without a text in a language that are known. More of them are found among the first keys of a list. */
const MAX_MISSING = 1_000;
/** Ids that are kept, of all projects together. */
const MAX_KEPT = 100_000;

/** The keys without a text in a language at a revision, and some others. */
interface Missing {
  revision: number;
  ids: readonly string[];
}

/**
 * Knows which keys have no text in a language, where few have none: to find them, all keys and all texts of the language
 * are read. They are kept: at a later revision, they are these, the keys that are new since then, and the keys whose
 * texts were removed. So a key of them may have a text, and may not exist any more.
 */
@Injectable()
export class MissingTexts {
  private readonly kept = new LRUCache<string, Missing>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ ids }) => 1 + ids.length,
  });

  /**
   * @param tx a snapshot of the database, of the kind `byFilters`
   * @returns the ids of keys, among which all are that have no text in the language; undefined if there are many
   */
  async ids(tx: Transaction, projectId: string, language: string): Promise<readonly string[] | undefined> {
    const [project] = await tx.rows<{ revision: string; oldestRevision: string }>(REVISIONS, [projectId]);
    const place = JSON.stringify([projectId, language]);
    const kept = this.kept.get(place);
    const revision = Number(project?.revision ?? 0);
    if (kept?.revision === revision) return kept.ids;
    const isUsable = kept && kept.revision < revision && kept.revision >= Number(project?.oldestRevision);
    const later = isUsable ? await withChanges(tx, projectId, language, kept) : undefined;
    const ids = later ?? (await readAll(tx, projectId, language));
    // A standby may have an older snapshot than the one before.
    if (ids && !(kept && kept.revision > revision)) this.kept.set(place, { revision, ids });
    return ids;
  }
}

/** Adds the keys that may have no text since the revision. @returns undefined if there are many */
async function withChanges(
  tx: Transaction,
  projectId: string,
  language: string,
  { revision, ids }: Missing,
): Promise<readonly string[] | undefined> {
  const changed = await tx.rows<{ id: string }>(CHANGED, [projectId, language, revision]);
  if (changed.length > MAX_MISSING) return undefined;
  const all = new Set([...ids, ...changed.map(({ id }) => id)]);
  return all.size > MAX_MISSING ? undefined : [...all];
}

async function readAll(tx: Transaction, projectId: string, language: string): Promise<readonly string[] | undefined> {
  const [, rows] = await Promise.all([
    tx.rows(MERGE_ROWS),
    tx.rows<{ id: string }>(MISSING, [projectId, language]),
    tx.rows(PLAN_AS_BEFORE),
  ]);
  return rows.length > MAX_MISSING ? undefined : rows.map(({ id }) => id);
}

const REVISIONS = prepared('SELECT revision, oldest_revision AS "oldestRevision" FROM projects WHERE id = $1');

const CHANGED = prepared(`
  (SELECT id FROM keys WHERE project_id = $1 AND since > $3 LIMIT ${MAX_MISSING + 1})
  UNION ALL
  (SELECT key_id FROM translations_history WHERE project_id = $1 AND until > $3 AND language = $2 LIMIT ${MAX_MISSING + 1})`);

/** Both indexes are in the order of the ids: where many keys have no text, only the first of them are read. */
const MISSING = prepared(`
  SELECT k.id FROM ${readBefore('SELECT id FROM keys WHERE project_id = $1 ORDER BY id', 'k')}
  LEFT JOIN ${readBefore('SELECT key_id FROM translations WHERE project_id = $1 AND language = $2 ORDER BY key_id', 't')}
    ON t.key_id = k.id
  WHERE t.key_id IS NULL LIMIT ${MAX_MISSING + 1}`);
