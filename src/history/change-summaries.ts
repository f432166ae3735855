import { stateNameSql, type TranslationState } from '../common/translation-state';
import { lookUpAll } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { Change, ChangeSummary, SummaryItem } from './change';
import { inOneLine, shortName } from './one-line';
import { changedRows, joinName } from './version-rows';

/** The most changes of a page with summaries. */
export const MAX_SUMMARIES = 100;
/** Items of a summary. */
const MAX_ITEMS = 3;
/** Items that are read of each change: one more shows that there are others. */
const READ = MAX_ITEMS + 1;
/** Characters that are read of a text. */
const READ_CHARACTERS = 500;

interface SummaryRow {
  revision: string;
  keyId: string;
  name: string | null;
  language: string;
  before: string | null;
  after: string | null;
  state: TranslationState | null;
  /** Empty: the text was confirmed, or only data of file formats differ. */
  changed: SummaryItem['changed'];
  confirmed: boolean | null;
}

/**
 * Adds to changes their first items, with the beginnings of the texts. The cost does not depend on the size of the changes.
 *
 * @param tx begun with `READ_ITEMS`
 */
export async function withSummaries(tx: Transaction, projectId: string, changes: readonly Change[]): Promise<Change[]> {
  const rows = await tx.rows<SummaryRow>(SUMMARIES, [projectId, changes.map(({ revision }) => revision)]);
  const ofRevisions = new Map<number, SummaryRow[]>(changes.map(({ revision }) => [revision, []]));
  for (const row of rows) ofRevisions.get(Number(row.revision))?.push(row);
  return changes.map((change) => ({ ...change, summary: summaryOf(ofRevisions.get(change.revision) ?? []) }));
}

function summaryOf(found: readonly SummaryRow[]): ChangeSummary {
  // The rows of places behind these may be cut.
  const different = found.slice(0, READ).filter(({ changed, confirmed }) => changed.length > 0 || confirmed !== null);
  return { items: different.slice(0, MAX_ITEMS).map(toItem), hasMore: found.length > MAX_ITEMS };
}

function toItem({ keyId, name, language, before, after, state, changed, confirmed }: SummaryRow): SummaryItem {
  return {
    keyId,
    name: shortName(name ?? ''),
    language: language || null,
    ...inOneLine(before, after),
    state,
    changed,
    ...(confirmed !== null && { confirmed }),
  };
}

const differs = (name: string, column: string): string =>
  `CASE WHEN b.${column} IS DISTINCT FROM a.${column} THEN '${name}' END`;

const CHANGED = `array_remove(ARRAY[
  ${differs('name', 'name')}, ${differs('description', 'description')}, ${differs('maxLength', 'max_length')},
  CASE WHEN coalesce(b.tags, '[]') IS DISTINCT FROM coalesce(a.tags, '[]') THEN 'tags' END,
  ${differs('text', 'text')}, ${differs('state', 'state')}], NULL)`;

const CONFIRMED = `CASE WHEN (b.text, b.state) = (a.text, a.state) AND b.set_in <> a.set_in
  AND language <> (SELECT source_language FROM projects WHERE id = $1) THEN b.set_in < a.set_in END`;

const beginning = (row: string): string => `left(coalesce(${row}.text, ${row}.name), ${READ_CHARACTERS})`;

/** A place has at most two rows: before and after the change. */
const SUMMARIES = prepared(`
  WITH rows AS MATERIALIZED (
    SELECT c.revision, r.* FROM unnest($2::bigint[]) AS c (revision) ${lookUpAll(
      `SELECT * FROM (${changedRows({ revision: 'c.revision', limit: String(READ) })}) r
      ORDER BY "keyId", language COLLATE "C" LIMIT ${2 * READ}`,
      'r',
    )})
  SELECT revision, "keyId", key_name AS name, language, ${beginning('b')} AS before, ${beginning('a')} AS after,
         ${stateNameSql('a.state')} AS state, ${CHANGED} AS changed, ${CONFIRMED} AS confirmed
  FROM (SELECT * FROM rows WHERE NOT "isBefore") a
  FULL JOIN (SELECT * FROM rows WHERE "isBefore") b USING (revision, "keyId", language)
  ${joinName('"keyId"', 'revision')}
  ORDER BY revision, "keyId", language COLLATE "C"`);
