import { stateNameSql } from '../common/translation-state';
import { toCheckColumn } from '../findings/key-findings';

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
 * Returns SQL that reads what a list shows of some keys: rows of `ListedRow`. The database writes the JSON of a key, because its
 * values would be parsed and written again otherwise, which takes longer than to read them.
 *
 * Each text is looked up by itself: where the tables have no statistics yet, the planner would join the page with all texts of the
 * language. `$1` is the project of the texts too, so that the planner sees which partition they are in; `$2` is its source language.
 *
 * @param keys SQL that returns rows of the table `keys` with a `place`
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
    updatedAt: jsonOfTime('greatest(k.updated_at, t.updated_at)'),
  };
  const source = `
    LEFT JOIN LATERAL (
      SELECT text, text_revision, since FROM translations WHERE project_id = $1 AND language = $2 AND key_id = k.id LIMIT 1) s ON true`;
  if (languages === undefined)
    return `
      SELECT k.id, k.place, ${membersOf(members)} AS json
      FROM (${keys}) k ${source}
      CROSS JOIN LATERAL (SELECT max(updated_at) AS updated_at FROM translations WHERE project_id = $1 AND key_id = k.id) t`;
  const textMembers = {
    translations: `'{', t.translations, '}'`,
    states: `'{', t.states, '}'`,
    outdated: `'[', t.outdated, ']'`,
  };
  return `
    SELECT k.id, k.place, ${membersOf({ ...members, ...textMembers })} AS json,
           ${toCheckColumn({ project: '$1', since: 't.since', languages })}
    FROM (${keys}) k ${source}
    CROSS JOIN LATERAL (
      SELECT max(updated_at) AS updated_at, max(since) FILTER (WHERE position > 0) AS since,
             ${listOf(`concat('"', language, '":', to_json(text))`)} AS translations,
             ${listOf(`concat('"', language, '":"', ${stateNameSql('state')}, '"')`)} AS states,
             ${listOf(`concat('"', language, '"')`, 'AND language <> $2 AND coalesce(text_revision, since) < s.text_revision')} AS outdated
      FROM (SELECT *, array_position(${languages}, language) AS position FROM translations
            WHERE project_id = $1 AND key_id = k.id ORDER BY position) t) t`;
}
