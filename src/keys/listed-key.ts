import { stateNameSql } from '../common/translation-state';
import { PAGE_BYTES } from '../common/page-bytes';
import { firstBytes, sizeOf } from '../database/first-bytes';
import { lookUpIfAny, lookUpTotals } from '../database/planned-reads';
import { toCheckColumn } from '../findings/key-findings';
import { isOutdated } from '../project-write/as-of/versions';
import { textOf, textsOf } from '../project-write/stored-rows';
import { UPDATED_AT } from './key-order';

/** SQL of what `JSON.stringify` returns for a text, a number or a null. */
const jsonOf = (value: string): string => `coalesce(to_json(${value})::text, 'null')`;

/** SQL of what `JSON.stringify` returns for a time, which the database holds in milliseconds. */
const jsonOfTime = (time: string): string =>
  `to_char(${time} AT TIME ZONE 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\\"')`;

/** SQL of what `JSON.stringify` returns for the tags of a key. */
const TAGS = `CASE WHEN k.tags IS NULL THEN '[]' ELSE
  (SELECT concat('[', string_agg(tag::text, ','), ']') FROM jsonb_array_elements(k.tags) tag) END`;

/** SQL of the members of a JSON object. @param members SQL of their JSON, by name: one or several values in a row */
const membersOf = (members: Readonly<Record<string, string>>): string =>
  `concat(${Object.entries(members)
    .map(([name, json], index) => `'${index > 0 ? ',' : ''}"${name}":', ${json}`)
    .join(', ')})`;

/** SQL of a list of the shown texts of a key. @param item SQL of a text. A language tag needs no escapes. */
const listOf = (item: string, condition = ''): string =>
  `string_agg(${item}, ',') FILTER (WHERE position > 0 ${condition})`;

/**
 * Returns SQL that reads what a list shows of some keys: rows of `ListedRow`. The database writes the JSON of a key,
 * because its values would be parsed and written again otherwise, which takes longer than to read them.
 *
 * Each text is looked up by itself: where the tables have no statistics yet, the planner would join the page with all
 * texts of the language. `$1` is the project of the texts too, so that the planner sees which partition they are in;
 * `$2` is its source language.
 *
 * @param keys SQL that returns rows of `cutToBytes`
 * @param languages SQL of the languages whose texts are shown, in the order of the project; undefined: no texts are
 */
export function selectListed(keys: string, languages: string | undefined): string {
  const members = {
    id: `'"', k.id, '"'`,
    name: jsonOf('k.name'),
    namespace: jsonOf('k.namespace'),
    value: jsonOf('s.text'),
    description: jsonOf('k.description'),
    tags: TAGS,
    maxLength: jsonOf('k.max_length'),
    createdAt: jsonOfTime('k.created_at'),
    updatedAt: jsonOfTime(UPDATED_AT),
  };
  const source = lookUpIfAny(textOf('k.id', '$2', 'text, text_revision, since'), 's');
  if (languages === undefined)
    return `
      SELECT k.id, k.place, k."hasNext", ${membersOf(members)} AS json
      FROM (${keys}) k ${source}
      ${lookUpTotals(textsOf('k.id', 'max(updated_at) AS updated_at'), 't')}`;
  const textMembers = {
    translations: `'{', t.translations, '}'`,
    states: `'{', t.states, '}'`,
    outdated: `'[', t.outdated, ']'`,
  };
  return `
    SELECT k.id, k.place, k."hasNext", ${membersOf({ ...members, ...textMembers })} AS json,
           ${toCheckColumn({ project: '$1', since: 't.since', languages, isLarge: IS_LARGE })}, ${IS_LARGE} AS "isLarge"
    FROM (${keys}) k ${source}
    ${lookUpTotals(
      `SELECT max(updated_at) AS updated_at, max(since) FILTER (WHERE position > 0) AS since,
              ${listOf(`concat('"', language, '":', to_json(text))`)} AS translations,
              ${listOf(`concat('"', language, '":"', ${stateNameSql('state')}, '"')`)} AS states,
              ${listOf(`concat('"', language, '"')`, `AND language <> $2 AND ${isOutdated(undefined, 's.text_revision')}`)} AS outdated
       FROM (${textsOf('k.id', `*, array_position(${languages}, language) AS position`)} AND NOT ${IS_LARGE} ORDER BY position) t`,
      't',
    )}`;
}

/** Whether the texts of a key are too large to be read with it: it is then alone on its page. */
const IS_LARGE = `k.bounded_bytes > ${PAGE_BYTES}`;

/**
 * Returns SQL of the keys that have room on a page, and at least one.
 *
 * @param keys SQL that returns rows of the table `keys` with a `place`, up to a limit
 * @param order SQL of their order, of columns of a row `r`
 * @param languages see `selectListed`
 */
export const cutToBytes = (keys: string, order: string, languages: string | undefined): string => {
  const shown = languages === undefined ? 'language = $2' : `(language = $2 OR language = ANY (${languages}))`;
  return firstBytes({
    rows: `SELECT k.*, o.octets FROM (${keys}) k
           ${lookUpTotals(`${textsOf('k.id', 'sum(octet_length(text)) AS octets')} AND ${shown}`, 'o')}`,
    order,
    bytes: `${sizeOf('r.name', 'r.description', 'r.tags::text')} + coalesce(r.octets, 0)`,
  });
};
