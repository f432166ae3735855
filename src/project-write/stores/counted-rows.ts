import { stateToNumber } from '../../common/translation-state';

// Statements that write return counts of their rows, because texts may be long. These make a query that counts of one
// in which each row has its effect.

/**
 * @param rows SQL with the columns `language`, `effect` and `state`, the number of the state after the statement.
 * @returns SQL of `CountedTexts`
 */
export const countTexts = (rows: string): string => `
  SELECT language, effect, count(*)::int AS count, (count(*) FILTER (WHERE state = ${stateToNumber('reviewed')}))::int AS reviewed
  FROM (${rows}) r GROUP BY language, effect`;

/**
 * @param rows SQL with the columns `namespace`, `effect` and `weight`, which is 0 for the namespace that a key has
 *   left.
 * @returns SQL of `CountedKeys`
 */
export const countKeys = (rows: string): string => `
  SELECT namespace, effect, sum(weight)::int AS count FROM (${rows}) r GROUP BY namespace, effect`;

/** @param rows SQL with the columns `language` and `effect`. @returns SQL of `CountedFiles` */
export const countFiles = (rows: string): string => `
  SELECT language, effect, count(*)::int AS count FROM (${rows}) r GROUP BY language, effect`;
