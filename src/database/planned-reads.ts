import { prepared } from './statements';

/**
 * How rows are read, where the planner would choose another way: a project that was just imported is in no statistics,
 * and a connection keeps plans that it made for small tables (PostgreSQL manual, 20.7 and 38.1).
 *
 * - `lookUps`: few rows, by indexes.
 * - `matches`: the same, for rows that are then compared with each other. A nested loop that the statement does not prescribe would
 *   compare each row with all others.
 * - `inOrder`: a page of rows, in the order of an index and no further than the page. Without statistics, all rows
 *   would be read and sorted. A plan without a sort counts as very expensive, and would be compiled, which takes longer
 *   than the page (80 ms).
 * - `inIndexOrder`: the same where few rows are expected without statistics, as of one revision: a bitmap of all of them would be made.
 * - `byFilters`: the same for pages by filters. The plan of a prepared statement does not depend on the values and the
 *   sizes of the tables when it was made. A nested loop that the statement does not prescribe would compare each key
 *   with all texts of a language.
 * - `whole`: all rows of a project, once. Without statistics, each row would be compared with each other one in a
 *   nested loop.
 * - `counts`: the same for rows that are only counted. They are hashed, in memory: to sort them writes files, and takes longer. As few
 *   transactions run at once as there is memory for.
 */
export type ReadKind = 'lookUps' | 'matches' | 'inOrder' | 'inIndexOrder' | 'byFilters' | 'whole' | 'counts';

const IN_ORDER = ['enable_seqscan = off', 'enable_sort = off', 'jit = off'];
const WHOLE = ['enable_nestloop = off', 'jit = off'];

const SETTINGS: Record<ReadKind, readonly string[]> = {
  lookUps: ['enable_seqscan = off', 'jit = off'],
  matches: ['enable_seqscan = off', 'enable_nestloop = off', 'jit = off'],
  inOrder: IN_ORDER,
  inIndexOrder: [...IN_ORDER, 'enable_bitmapscan = off'],
  byFilters: [...IN_ORDER, 'enable_nestloop = off', 'plan_cache_mode = force_generic_plan'],
  whole: WHOLE,
  counts: [...WHOLE, 'enable_mergejoin = off', 'enable_sort = off', `work_mem = '16MB'`],
};

/**
 * SQL for transactions of the kind `byFilters`: the next statements are planned for their values, and may read all rows
 * of a project.
 */
export const PLAN_FOR_VALUES = prepared(
  `SELECT set_config('enable_seqscan', 'on', true), set_config('plan_cache_mode', 'auto', true)`,
);

/** SQL for transactions of the kind `byFilters`: the next statement merges rows that are read in the order of indexes. */
export const MERGE_ROWS = prepared(
  `SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
);

/**
 * SQL for transactions of the kind `lookUps`: the next statement reads an index no further than its limit. Without statistics, few rows
 * are expected, and a bitmap of all of them would be made.
 */
export const READ_TO_LIMIT = prepared(`SELECT set_config('enable_bitmapscan', 'off', true)`);

/** Takes `MERGE_ROWS` or `READ_TO_LIMIT` back. */
export const PLAN_AS_BEFORE = prepared(
  `SELECT set_config('enable_hashjoin', 'on', true), set_config('enable_bitmapscan', 'on', true)`,
);

/** Returns the SQL that sets how the rows of a transaction are read. */
export const planSettings = (kind: ReadKind): string =>
  SETTINGS[kind].map((setting) => `SET LOCAL ${setting}`).join('; ');

/** Returns the SQL that sets how the next rows of a transaction are read, whatever it was before. */
export function switchRead(kind: ReadKind): string {
  const names = new Set(Object.values(SETTINGS).flatMap((settings) => settings.map((setting) => nameOf(setting))));
  const others = [...names].filter((name) => !SETTINGS[kind].some((setting) => nameOf(setting) === name));
  return [...others.map((name) => `SET LOCAL ${name} TO DEFAULT`), planSettings(kind)].join('; ');
}

const nameOf = (setting: string): string => setting.split(' ')[0] ?? '';

/**
 * SQL for transactions that fetch all rows of a cursor. By default, the planner prefers a plan that returns the first
 * tenth quickly.
 */
export const READ_CURSORS_TO_END = 'SET LOCAL cursor_tuple_fraction = 1';

/** Returns the SQL that begins a transaction of reads of one snapshot. */
export const beginRead = (kind?: ReadKind): string =>
  ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', ...(kind ? SETTINGS[kind] : [])].join('; SET LOCAL ');

/**
 * SQL that joins each row with one row, which is looked up for it by an index. Rows without one are left out.
 *
 * @param select SQL of the row
 */
export const lookUp = (select: string, alias: string): string => `CROSS JOIN LATERAL (${select} LIMIT 1) ${alias}`;

/**
 * SQL that joins each row with one row, or with nulls, which is looked up for it by an index.
 *
 * @param select SQL of the row
 */
export const lookUpIfAny = (select: string, alias: string): string =>
  `LEFT JOIN LATERAL (${select} LIMIT 1) ${alias} ON true`;

/** SQL that joins each row with rows, which are looked up for it by an index. @param select SQL of the rows */
export const lookUpAll = (select: string, alias: string): string => `CROSS JOIN LATERAL (${select} OFFSET 0) ${alias}`;

/**
 * SQL that joins each row with aggregates of rows, which are looked up for it by an index.
 *
 * @param select SQL of one row of aggregates
 */
export const lookUpTotals = (select: string, alias: string): string => `CROSS JOIN LATERAL (${select}) ${alias}`;

/**
 * SQL of rows that are read by themselves, in their own order, before they are joined with others.
 *
 * @param select SQL of the rows
 */
export const readBefore = (select: string, alias: string): string => `(${select} OFFSET 0) ${alias}`;

/**
 * SQL of the condition that there is a row, which is looked up for each row by an index.
 *
 * @param from SQL from `FROM` on
 */
export const hasRow = (from: string): string => `EXISTS (SELECT ${from} OFFSET 0)`;
