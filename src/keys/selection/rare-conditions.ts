import { DEFAULT_STATE, stateToNumber, type TranslationState } from '../../common/translation-state';
import { uuidArray } from '../../database/array-parameter';
import { hasRow, lookUp, readBefore } from '../../database/planned-reads';
import { IS_AMONG_IGNORED, openFindings } from '../../findings/open-findings';
import { isOutdated } from '../../project-write/as-of/versions';
import { keyById } from '../../project-write/stored-rows';
import { containsText, searchPatterns } from '../../database/search-pattern';

/** With more found keys that need work, a partial read would look up too many in four indexes. */
const MAX_WORK = 5_000;

/** A condition that few keys may meet, as SQL. */
export interface RareCondition {
  /** Checks one key `k`. */
  ofKey: string;
  /**
   * Selects the ids (`key_id`) of all keys of the project that meet it. For few of them, look-ups of all keys take much
   * longer.
   */
  keyIds: string;
  /**
   * Selects the keys among them that may be on the page in the order of the names, if there is no other condition but a
   * namespace.
   *
   * @param inFindings returns SQL of the first ids of the keys with findings in the order of the names
   */
  firstKeyIds?: (inFindings: (findings: string) => string) => string;
  /**
   * The number of these keys, where no key has to be looked up. Findings count only if they belong to the keys of the snapshot.
   * Default: they are counted among the keys.
   */
  count?: string;
  /** `keyIds` has no ids of other projects or of deleted keys, so that no key has to be looked up for its id. */
  isOfKeys?: boolean;
  /** The same as `keyIds`, joined to the keys `k`, where all of these have to be read anyway. */
  join?: { joined: string; condition: string };
  /** An index has the rows of `keyIds`, or few more than these. */
  isIndexed?: boolean;
  /** The most rows of `keyIds` from which a page is read. Default: `MAX_FOUND` */
  maxFound?: number;
}

/** SQL of the number of ids (`key_id`). @param keyIds SQL that selects them */
const countOf = (keyIds: string): string => `(SELECT count(*) FROM (SELECT DISTINCT key_id FROM (${keyIds}) f) f)`;

/** Adds a value to a statement. @returns its parameter */
export type AddParameter = (value: unknown) => string;

/**
 * Keys without a text in a language.
 *
 * @param language parameter
 * @param missing the ids of some keys, among which all are that meet the condition. Default: all keys
 */
export function untranslatedIn(add: AddParameter, language: string, missing?: readonly string[]): RareCondition {
  const translated = `FROM translations t WHERE t.project_id = $1 AND t.language = ${language}`;
  const ofKey = `NOT ${hasRow(`${translated} AND t.key_id = k.id`)}`;
  if (missing) {
    const ids = `${add(missing)}::uuid[]`;
    const keyIds = `SELECT k.id AS key_id FROM unnest(${ids}) k (id) WHERE ${ofKey}`;
    return {
      // Each statement has the ids: a parameter that it does not have would have no type.
      ofKey: `(k.id = ANY (${ids}) AND ${ofKey})`,
      keyIds,
      count: countOf(`${keyIds} AND ${hasRow(`FROM (${keyById('k.id', 'id')}) e`)}`),
      isIndexed: true,
    };
  }
  // Both indexes are in the order of the ids, so that they can be merged.
  const joined = `LEFT JOIN ${readBefore(`SELECT t.key_id ${translated} ORDER BY t.key_id`, 't')} ON t.key_id = k.id`;
  return {
    ofKey,
    keyIds: `SELECT k.id AS key_id FROM keys k ${joined} WHERE k.project_id = $1 AND t.key_id IS NULL`,
    count: `(SELECT string_count FROM projects WHERE id = $1) - (SELECT count(*) ${translated})`,
    join: { joined, condition: 't.key_id IS NULL' },
  };
}

/**
 * Keys without a text in a language, or whose text is a draft, outdated, or has a finding that is not ignored.
 *
 * @param missing the ids of some keys, among which all are that have no text. Default: all keys
 * @param failing the ids of the keys with findings, among a few keys. Default: keys with stored findings
 */
export function needingWork(
  add: AddParameter,
  language: string,
  missing?: readonly string[],
  failing?: readonly string[],
): RareCondition {
  const parameter = add(language);
  const untranslated = untranslatedIn(add, parameter, missing);
  const draft = `FROM translations t WHERE t.project_id = $1 AND t.language = ${parameter} AND t.state = ${stateToNumber('draft')}`;
  const outdated = outdatedIn(`t.language = ${parameter}`);
  const ofLanguage = ['NULL::text', `ARRAY[${parameter}]`] as const;
  const found = failing ? isOneOf(add, failing) : withFindings(...ofLanguage);
  const texts = `SELECT t.key_id ${draft} UNION ALL ${outdated.keyIds}`;
  const others = `${texts} UNION ALL ${found.keyIds}`;
  const keyIds = `${others} UNION ALL ${untranslated.keyIds}`;
  const { joined, condition } = untranslated.join ?? { joined: '', condition: 'false' };
  const work = readBefore(`SELECT DISTINCT key_id FROM (${missing ? keyIds : others}) w`, 'w');
  return {
    ofKey: `(${untranslated.ofKey} OR ${hasRow(`${draft} AND t.key_id = k.id`)} OR ${outdated.ofKey} OR ${found.ofKey})`,
    keyIds,
    firstKeyIds: failing
      ? undefined
      : (inFindings) => `
          ${texts} UNION ALL ${untranslated.keyIds}
          UNION ALL ${inFindings(openFindings(...ofLanguage))}`,
    join: {
      joined: `${joined} LEFT JOIN ${work} ON w.key_id = k.id`,
      condition: `(${condition} OR w.key_id IS NOT NULL)`,
    },
    // A text with a state or a finding is not missing.
    count: `${untranslated.count} + ${countOf(others)}`,
    isIndexed: missing !== undefined,
    maxFound: MAX_WORK,
  };
}

/** Keys with a text in a state. @param languages default: all but the source language */
export function inState(
  add: AddParameter,
  state: TranslationState,
  languages: readonly string[] | undefined,
): RareCondition {
  const condition = `t.project_id = $1 AND t.state = ${stateToNumber(state)} AND ${isIn(add, languages)}`;
  const keyIds = `SELECT t.key_id FROM translations t WHERE ${condition}`;
  return {
    ofKey: hasRow(`FROM translations t WHERE ${condition} AND t.key_id = k.id`),
    keyIds,
    count: countOf(keyIds),
    isIndexed: state !== DEFAULT_STATE,
    isOfKeys: true,
  };
}

/** Keys with an outdated text. @param languages default: all but the source language */
export function outdated(add: AddParameter, languages: readonly string[] | undefined): RareCondition {
  const condition = outdatedIn(isIn(add, languages));
  return { ...condition, count: countOf(condition.keyIds), isIndexed: true };
}

/** @param languages SQL of the condition on the language of a text `t` */
function outdatedIn(languages: string): RareCondition {
  const condition = `t.project_id = $1 AND t.language <> $2 AND ${languages} AND ${isOutdated('t', 's.text_revision')}`;
  const source = `FROM translations s WHERE s.project_id = $1 AND s.language = $2 AND s.text_revision IS NOT NULL`;
  const texts = hasRow(`FROM translations t WHERE t.key_id = s.key_id AND ${condition}`);
  return {
    ofKey: hasRow(`${source} AND s.key_id = k.id AND ${texts}`),
    keyIds: `SELECT s.key_id ${source} AND ${texts}`,
  };
}

/** Keys with an open discussion, about the key or a text. @param languages of the text. Default: all */
export function withOpenComments(add: AddParameter, languages: readonly string[] | undefined): RareCondition {
  const parameter = `${add(languages ?? null)}::text[]`;
  const open = `FROM comments c WHERE c.project_id = $1 AND c.resolved_at IS NULL AND c.id = c.thread_id
    AND (${parameter} IS NULL OR c.language IS NULL OR c.language = ANY (${parameter}))`;
  return {
    ofKey: hasRow(`${open} AND c.key_id = k.id`),
    keyIds: `SELECT c.key_id ${open}`,
    isIndexed: true,
  };
}

/** Keys of assignments. @param ids of the assignments */
export function assignedBy(add: AddParameter, ids: readonly string[]): RareCondition {
  const assigned = `FROM assigned_keys a WHERE a.assignment_id = ANY (${add(ids)}::uuid[])`;
  return {
    ofKey: hasRow(`${assigned} AND a.key_id = k.id`),
    keyIds: `SELECT a.key_id ${assigned}`,
    isIndexed: true,
  };
}

/**
 * Keys with a text in their name or in one of their texts, ignoring case in every script and canonical forms.
 *
 * @param candidates the ids of some keys, among which all of these are. Default: all keys
 */
export function containing(add: AddParameter, text: string, candidates?: readonly string[]): RareCondition {
  const [pattern, coarse] = searchPatterns(text).map(add);
  const contains = (column: string): string => containsText(column, [pattern ?? '', coarse ?? '']);
  const condition = `t.project_id = $1 AND ${contains('t.text')}`;
  const ofKey = `(${contains('k.name')} OR ${hasRow(`FROM translations t WHERE ${condition} AND t.key_id = k.id`)})`;
  const keyIds = candidates
    ? `SELECT k.id AS key_id FROM unnest(${add(uuidArray(candidates))}::uuid[]) c (id)
       ${lookUp(keyById('c.id', 'id, name'), 'k')} WHERE ${ofKey}`
    : `SELECT k.id AS key_id FROM keys k WHERE k.project_id = $1 AND ${contains('k.name')}
       UNION ALL SELECT t.key_id FROM translations t WHERE ${condition}`;
  return { ofKey, keyIds };
}

/** Keys that were found before. @param ids of the keys */
export function isOneOf(add: AddParameter, ids: readonly string[]): RareCondition {
  const parameter = `${add(uuidArray(ids))}::uuid[]`;
  return { ofKey: `k.id = ANY (${parameter})`, keyIds: `SELECT id AS key_id FROM unnest(${parameter}) AS id` };
}

/** Returns SQL of the condition on the language of a text `t`. @param languages default: all but the source language */
function isIn(add: AddParameter, languages: readonly string[] | undefined): string {
  if (!languages) return 't.language <> $2';
  return `t.language = ANY (${add(languages)}::text[])`;
}

/** Keys with findings that are not ignored. The parameters are the same as of `openFindings`. */
export function withFindings(code: string, languages: string): RareCondition {
  const keyIds = `SELECT f.key_id ${openFindings(code, languages, IS_AMONG_IGNORED)}`;
  return { ofKey: hasRow(`${openFindings(code, languages)} AND f.key_id = k.id`), keyIds, count: countOf(keyIds) };
}
