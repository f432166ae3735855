import { stateToNumber } from '../../common/translation-state';
import { lookUp, lookUpIfAny, lookUpTotals } from '../../database/planned-reads';
import { isOutdated } from '../../project-write/as-of/versions';
import { keyById, textOf, textsOf } from '../../project-write/stored-rows';
import { WITH_CHANGED_TAGS } from '../../project-write/stores/key-statements';

/*
 * What happens to each text or key of a set is decided in the database, by rules that are SQL, and counted there. The
 * rows of which something is written come back as ids.
 */

/** The effects that are written. Other effects are reasons to skip a text or a key. */
export const WRITTEN = ['insert', 'replace', 'confirm', 'remove', 'change'] as const;

const REVIEWED = stateToNumber('reviewed');
const WRITTEN_SQL = `effect IN (${WRITTEN.map((effect) => `'${effect}'`).join(', ')})`;

/**
 * Returns SQL that decides about texts: of the keys `$2` in the languages `$3`. `$4` is the source language, `$5` the
 * state to set, `$6` whether the caller reviews, `$7` whether reviewed texts are protected.
 *
 * @param effect SQL, in which `t` is the text of a key, `s` its source text
 */
const decideTexts = (effect: string): string => `
  SELECT language, effect, count(*)::int AS count, array_agg(key_id) FILTER (WHERE ${WRITTEN_SQL}) AS ids
  FROM (
    SELECT l.language, f.id AS key_id, ${effect} AS effect
    FROM unnest($2::uuid[]) AS f (id)
    CROSS JOIN unnest($3::text[]) AS l (language)
    ${lookUpIfAny(textOf('f.id', 'l.language', 'text, state, text_revision, since'), 't')}
    ${lookUpIfAny(textOf('f.id', '$4', 'text, text_revision, since'), 's')}
    WHERE $5::smallint IS NOT NULL AND $6::boolean IS NOT NULL AND $7::boolean IS NOT NULL) d
  GROUP BY language, effect`;

const IS_CONFIRMED = `(l.language = $4 OR NOT coalesce(${isOutdated('t', 's.text_revision')}, false))`;
/** A reviewed text that the caller may not change. */
const IS_PROTECTED = `(t.state = ${REVIEWED} AND $7 AND NOT $6)`;

export const DECIDE_STATES = decideTexts(`CASE
      WHEN t.since IS NULL THEN 'noText'
      WHEN t.state = $5 AND ${IS_CONFIRMED} THEN 'unchanged'
      WHEN t.state = ${REVIEWED} AND NOT $6 THEN 'protected'
      ELSE 'confirm' END`);

export const DECIDE_REMOVALS = decideTexts(`CASE
      WHEN t.since IS NULL THEN 'noText'
      WHEN ${IS_PROTECTED} THEN 'protected'
      ELSE 'remove' END`);

const decideCopies = (ofOther: string): string =>
  decideTexts(`CASE
      WHEN s.since IS NULL THEN 'noSource'
      WHEN t.since IS NULL THEN 'insert'
      ${ofOther} END`);

export const DECIDE_MISSING_COPIES = decideCopies(`ELSE 'hasText'`);

/** A text that is the source text already gets the state, for which a reviewed one needs the right to review. */
export const DECIDE_ALL_COPIES = decideCopies(`
      WHEN t.text = s.text AND t.state = $5 AND ${IS_CONFIRMED} THEN 'unchanged'
      WHEN ${IS_PROTECTED} OR (t.text = s.text AND t.state = ${REVIEWED} AND NOT $6) THEN 'protected'
      WHEN t.text = s.text THEN 'confirm'
      ELSE 'replace'`);

/** Decides about keys: `$3` are their ids, `$4` removed and `$5` added tags, `$6` is the most tags of a key. `$2` is the revision. */
export const DECIDE_TAGS = `
  SELECT effect, count(*)::int AS count, array_agg(id) FILTER (WHERE ${WRITTEN_SQL}) AS ids
  FROM (
    SELECT f.id, CASE WHEN k.tags IS NOT DISTINCT FROM new.tags THEN 'unchanged' WHEN new.count > $6 THEN 'tooManyTags'
                      ELSE 'change' END AS effect
    FROM ${WITH_CHANGED_TAGS} WHERE $2::text IS NOT NULL) d
  GROUP BY effect`;

/** Counts the texts of keys. */
export const COUNT_TEXTS = `
  SELECT coalesce(sum(t.count), 0)::int AS count FROM unnest($2::uuid[]) AS f (id)
  ${lookUpTotals(textsOf('f.id', 'count(*)'), 't')}`;

/** Selects the ids of keys that the project has. */
export const FIND_KEYS = `SELECT k.id FROM unnest($2::uuid[]) AS f (id) ${lookUp(keyById('f.id', 'id, name'), 'k')}`;

/** The same in the order of the names. */
export const FIND_KEYS_IN_ORDER = `${FIND_KEYS} ORDER BY left(k.name, 512), k.id`;
