import { lookUp, lookUpAll, lookUpIfAny, readBefore } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { isOutdated } from '../project-write/as-of/versions';
import { MEMORY_RULES } from './index-statements';
import { READ_CHARACTERS } from './lexemes';

/** Texts of the index that are compared with one text, for each target language. */
export const MAX_CANDIDATES = 1_000;
/** As many of them may be the same as the text. */
export const MAX_SAME = 300;
/** The most changed texts that are compared beside the index, and the texts of all languages, changed since the last pass, among which they are looked for. */
const MAX_TAIL = 500;
const MAX_CHANGED = 5_000;

const TRANSLATED = 1;
const REVIEWED = 2;

/**
 * The projects of the organization `$1`, within the reach `$2`, whose texts of the source language `$3` are translated into
 * one of the languages `$4`, each with the revision of its index (-1: it has none), and with the revision and the place of the pass that
 * brings it up to date.
 */
export const PROJECTS = prepared(`
  SELECT p.id, p.revision, p.target_languages AS "targetLanguages", coalesce(m.revision, -1) AS "indexedRevision",
    m.pass_revision AS "passRevision", m.pass_after AS "passAfter"
  FROM projects p LEFT JOIN memory_projects m ON m.project_id = p.id AND m.rules = ${MEMORY_RULES}
  WHERE p.organization_id = $1 AND ($2::uuid[] IS NULL OR p.id = ANY ($2)) AND p.memory
    AND p.source_language = $3 AND p.target_languages && $4::text[]`);

/** How frequent the words `$2` of the organization `$1` are. Words that are rare are absent. */
export const FREQUENCIES = prepared(
  'SELECT lexeme, texts FROM memory_words WHERE organization_id = $1 AND lexeme = ANY ($2::text[])',
);

/** The projects `$1`, each with how far its index is. */
const BEHIND =
  'unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[]) AS u (project_id, revision, pass_revision, pass_after)';
/** SQL of the condition that the running pass has not indexed a text, which changed after the revision of the index, as it is now. */
const isAheadOfPass = (text: string): string =>
  `(u.pass_after IS NULL OR ${text}.key_id > u.pass_after OR ${text}.since > u.pass_revision)`;

/**
 * The keys of the projects `$1` whose texts in the language `$5` are not in the index as they are now. Only a row of nulls: they are too
 * many to be compared.
 *
 * Rows that a pass has reached already count for the limit, too: after an import they are as many as its texts, and each of them would be
 * read for each search. Source texts are counted first: `changed` is read only as far as they need it, which is a tenth of the limit at the
 * begin of a pass.
 */
export const CHANGED_KEYS = prepared(`
  WITH changed AS MATERIALIZED (
    SELECT u.project_id, c.key_id, c.language = $5 AND ${isAheadOfPass('c')} AS is_new
    FROM ${BEHIND}
    ${lookUpAll('SELECT key_id, language, since FROM translations WHERE project_id = u.project_id AND since > u.revision', 'c')}
    LIMIT ${MAX_CHANGED + 1}),
  sources AS MATERIALIZED (SELECT project_id, key_id FROM changed WHERE is_new LIMIT ${MAX_TAIL + 1}),
  excess AS MATERIALIZED (
    SELECT WHERE (SELECT count(*) FROM sources) > ${MAX_TAIL} OR (SELECT count(*) FROM changed) > ${MAX_CHANGED})
  SELECT project_id AS "projectId", key_id AS "keyId" FROM sources WHERE NOT EXISTS (SELECT FROM excess)
  UNION ALL
  SELECT NULL, NULL FROM excess`);

/** SQL of the expression of the index `translations_by_text`, for columns or values: the same for the same text of a language of a project. */
const textNumber = (projectId: string, language: string, text: string): string => `(
  (hashtextextended(${language}, uuid_hash_extended(${projectId}, 0)) << 40) + (hashtextextended(${text} COLLATE "C", 0) & 1099511627775))`;

/**
 * The keys of the same projects whose texts in the language `$5` are not in the index as they are now, and are one of the texts `$6`; at
 * most `$7`.
 *
 * The number of a text is looked up by itself: no other index can be chosen for it, whatever the statistics are. Different texts may
 * have the same number.
 */
export const NEW_SAME_KEYS = prepared(`
  SELECT u.project_id AS "projectId", c.key_id AS "keyId" FROM ${BEHIND} CROSS JOIN unnest($6::text[]) AS w (text)
  ${lookUpAll(
    `SELECT key_id FROM ${readBefore(
      `SELECT project_id, language, key_id, since FROM translations
       WHERE ${textNumber('project_id', 'language', 'text')} = ${textNumber('u.project_id', '$5', 'w.text')} AND text = w.text`,
      't',
    )}
     WHERE project_id = u.project_id AND language = $5 AND since > u.revision AND ${isAheadOfPass('t')}`,
    'c',
  )} LIMIT $7`);

/** SQL of a text of the candidate `c`. @param condition SQL of its language */
const textOfCandidate = (condition: string, columns: string): string =>
  `SELECT ${columns} FROM translations WHERE project_id = c.project_id AND language ${condition} AND key_id = c.key_id`;

interface CandidateSource {
  /** SQL of the keys. */
  keys: string;
  from: string;
  languages: string;
  /** SQL of the condition that a text, too long to be compared by words, equals a wanted text. */
  isWanted: string;
}

/**
 * SQL of the translations of keys, with their source texts. The texts and their states are read from the keys, as they are now.
 */
const translationsOf = ({ keys, from, languages, isWanted }: CandidateSource): string => `
  SELECT c.project_id AS "projectId", c.key_id AS "keyId", s.text AS source, t.language, t.hash, t.state = ${REVIEWED} AS reviewed,
         t.updated_at AS at
  FROM (${keys}) c
  ${lookUp(`${textOfCandidate(`= ${from}`, 'text, text_revision')} AND (length(text) < ${READ_CHARACTERS} OR ${isWanted})`, 's')}
  ${lookUpAll(
    `${textOfCandidate(
      `= ANY (${languages})`,
      `language, state, updated_at, since, text_revision, sha256(convert_to(text, 'UTF8')) AS hash`,
    )}
     AND state >= ${TRANSLATED} AND text <> ''`,
    't',
  )}
  WHERE ${isOutdated('t', 's.text_revision')} IS NOT TRUE`;

/**
 * The translations into the languages `$9` of the texts in the language `$8` whose weights are from `$2` to `$3`, in the projects `$7`, for
 * each text `$4` with its place `$1`; at most `$10` of a text.
 *
 * Each query `$5` of the text at the place `$6` finds at most `$11` of them, which have `$12` of its lexemes `$13`, separated by spaces: a row
 * of the index is counted in less time than the texts of its key are read.
 *
 * `project_id::text` is no condition of an index: only the index of lexemes finds few rows.
 */
export const INDEXED_CANDIDATES = prepared(`
  SELECT w.place, r.*
  FROM unnest($1::int[], $2::int[], $3::int[], $4::text[]) AS w (place, least, most, text)
  ${lookUpAll(
    `SELECT f.*
     FROM unnest($5::tsquery[], $6::int[], $11::int[], $12::int[], $13::text[]) AS q (query, place, most, shared, lexemes)
     ${lookUpAll(
       `${translationsOf({
         keys: `
         SELECT project_id, key_id FROM memory_texts
         WHERE lexemes @@ q.query AND weight BETWEEN w.least AND w.most AND project_id::text = ANY ($7::text[])
           AND length(lexemes) - length(ts_delete(lexemes, string_to_array(q.lexemes, ' '))) >= q.shared`,
         from: '$8',
         languages: '$9::text[]',
         isWanted: 'text = w.text',
       })} LIMIT q.most`,
       'f',
     )}
     WHERE q.place = w.place LIMIT $10`,
    'r',
  )}`);

/** The translations into the languages `$4` of the texts in the language `$3` of the keys `$2` of the projects `$1`. The texts `$5` are wanted. */
export const CHANGED_CANDIDATES = prepared(
  translationsOf({
    keys: 'SELECT project_id, key_id FROM unnest($1::uuid[], $2::uuid[]) AS u (project_id, key_id)',
    from: '$3',
    languages: '$4::text[]',
    isWanted: 'text = ANY ($5::text[])',
  }),
);

/** The names and translations into the languages `$3` of the keys `$2` of the projects `$1`. */
export const TRANSLATIONS = prepared(`
  SELECT c.key_id AS "keyId", c.language, c.project_id AS "projectId", p.name AS "projectName", k.name, t.text
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS c (project_id, key_id, language)
  ${lookUp('SELECT name FROM projects WHERE id = c.project_id', 'p')}
  ${lookUp('SELECT name FROM keys WHERE project_id = c.project_id AND id = c.key_id', 'k')}
  ${lookUp(textOfCandidate('= c.language', 'text'), 't')}`);

/** SQL of the source text of the key beside the key `k` of the candidate `c`. */
const beside = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `
  SELECT s.text FROM (
    SELECT n.id FROM keys n
    WHERE n.project_id = c.project_id AND (left(n.name, 512), n.id) ${comparison} (k.place, k.id)
    ORDER BY left(n.name, 512) ${order}, n.id ${order} LIMIT 1) n
  ${lookUp(`SELECT text FROM translations WHERE project_id = c.project_id AND language = $3 AND key_id = n.id`, 's')}`;

/**
 * Where the keys `$2` of the projects `$1` stand: their names, and the hashes of the texts in the language `$3` of the keys before
 * and after them.
 */
export const PLACES = prepared(`
  SELECT c.key_id AS "keyId", k.name, sha256(convert_to(b.text, 'UTF8')) AS before, sha256(convert_to(a.text, 'UTF8')) AS after
  FROM unnest($1::uuid[], $2::uuid[]) AS c (project_id, key_id)
  ${lookUp('SELECT id, name, left(name, 512) AS place FROM keys WHERE project_id = c.project_id AND id = c.key_id', 'k')}
  ${lookUpIfAny(beside('<', 'DESC'), 'b')}
  ${lookUpIfAny(beside('>', 'ASC'), 'a')}`);
