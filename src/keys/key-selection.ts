import { DEFAULT_STATE, stateToNumber, type TranslationState } from '../common/translation-state';
import { uuidArray } from '../database/array-parameter';
import { hasRow, lookUp, readBefore } from '../database/planned-reads';
import { type PreparedStatement, prepared } from '../database/statements';
import { openFindings } from '../findings/open-findings';
import { isOutdated } from '../project-write/as-of/versions';
import { keyById } from '../project-write/stored-rows';
import { idPrefix } from '../projects/id-prefix';
import { inOrder, type KeyOrder, LATEST_TEXT, ORDERS } from './key-order';
import { cutToBytes, selectListed } from './listed-key';
import { containsText, searchPatterns } from './search/search-pattern';

/**
 * The most texts and keys of an index from which a page is read. To read more of them would take longer than a partial
 * read.
 */
const MAX_FOUND = 1_000;
/** The same for keys that need work, which a partial read would look up in four indexes. */
const MAX_WORK = 5_000;
/** Keys that a partial read has, in the order of the names. A filter that many keys pass fills a page long before. */
const FIRST_KEYS = 1_000;
/** The most rows that a partial read has, in the order of their revisions. */
const MAX_NEWEST_ROWS = 20_000;
/** Newest rows that are read for each text of a page: a part of them belongs to keys of the pages before. */
const NEWEST_ROWS_PER_TEXT = 1.5;
/**
 * Filters of a prepared statement. With more, there would be too many different statements for a connection to keep.
 */
const MAX_PREPARED_FILTERS = 1;

/** A condition that few keys may meet, as SQL. */
interface RareCondition {
  /** Checks one key `k`. */
  ofKey: string;
  /**
   * Selects the ids (`key_id`) of all keys of the project that meet it. For few of them, look-ups of all keys take much
   * longer.
   */
  keyIds: string;
  /**
   * Selects those of these that may be on the page in the order of the names, if there is no other condition but a
   * namespace.
   */
  firstKeyIds?: () => string;
  /** The same as `keyIds`, joined to the keys `k`, where all of these have to be read anyway. */
  join?: { joined: string; condition: string };
  /** An index has the rows of `keyIds`, or few more than these. */
  isIndexed?: boolean;
  /** The most rows of `keyIds` from which a page is read. Default: `MAX_FOUND` */
  maxFound?: number;
}

/** What a page holds at most. It is one parameter, so that it does not change the text of a statement. */
interface PageBounds {
  /** The number of keys. */
  limit: number;
  /** The rows that a partial read has, in the order of their revisions. */
  newestRows: number;
  /** The position of the key before the page, in the order of the list. */
  position: readonly string[];
}

/**
 * The SQL of a page of keys: conditions that narrow each other down, with their values. Statements whose plan does not
 * depend on the values are prepared where they have few filters, because to plan them takes longer than to read a page
 * of few keys.
 */
export class KeySelection {
  /** The parameters of the statements: `$1` is the project, `$2` its source language. */
  readonly values: unknown[];
  private readonly conditions: string[] = ['k.project_id = $1'];
  private readonly rareConditions: RareCondition[] = [];
  /** SQL of the findings `f` that keys have, if they are a condition. */
  private findings?: string;
  /** SQL of the range of a namespace among the places of findings `f`. */
  private range?: string;
  /** Whether the keys are named, so that there are few. */
  private isNamed = false;
  /** Whether the keys that may be selected are known, and few. */
  private areFew = false;
  /** The parameter with the ids of these, if each of them is compared with all conditions. */
  private ids?: string;
  /** The parameter with the `PageBounds`. */
  private bounds = '';
  /** The parameter with the languages whose texts are read. */
  private languages?: string;

  constructor(
    projectId: string,
    sourceLanguage: string,
    private readonly order: KeyOrder = 'name',
  ) {
    this.values = [projectId, sourceLanguage];
  }

  /** Whether all keys are selected. */
  get isWhole(): boolean {
    return this.conditions.length === 1 && this.rareConditions.length === 0;
  }

  /**
   * Returns the statement of a page of the whole selection. It is planned for its values if it finds the keys of a
   * filter.
   */
  get statement(): PreparedStatement | string {
    const { keysInFindings } = this;
    if (keysInFindings) return this.prepared(this.page(keysInFindings));
    const text = this.page(inOrder(this.order, this.keys));
    return this.rareConditions.length > 0 ? text : this.prepared(text);
  }

  /**
   * Returns the statement of the same page from the rows that an index finds for a rare condition; undefined if none
   * has an index. If these are too many, it returns one row, whose `id` is null.
   */
  get indexedStatement(): PreparedStatement | string | undefined {
    const indexed = this.rareConditions.find(({ isIndexed }) => isIndexed);
    if (!indexed || this.isNamed || this.areFew || this.keysInFindings) return undefined;
    const count = '(SELECT count(*) FROM found)';
    const { maxFound = MAX_FOUND, firstKeyIds } = indexed;
    const keyIds = firstKeyIds && this.isInNames ? firstKeyIds() : indexed.keyIds;
    const conditions = [`${count} <= ${maxFound}`, ...this.conditionsOfKey.filter((sql) => sql !== indexed.ofKey)];
    return this.prepared(`
      WITH found AS MATERIALIZED (SELECT key_id FROM (${keyIds}) f LIMIT ${maxFound + 1})
      (${this.page(inOrder(this.order, keysWithIds('SELECT DISTINCT key_id FROM found', conditions)))})
      UNION ALL SELECT NULL, NULL, NULL, NULL${this.languages ? ', NULL, NULL' : ''} WHERE ${count} > ${maxFound}`);
  }

  /**
   * Returns the statement of the same page from the first rows in its order only; undefined if that would be no faster.
   * A page that it fills is the page of the whole selection.
   */
  get firstStatement(): PreparedStatement | string | undefined {
    if (this.isNamed || this.areFew || this.keysInFindings) return undefined;
    if (this.order === '-updatedAt') return this.prepared(this.page(this.newestKeys));
    if (this.rareConditions.length === 0) return undefined;
    const keys = inOrder('name', `SELECT * FROM keys k WHERE ${this.conditions.join(' AND ')}`);
    const first = this.cut(keys, `${FIRST_KEYS}`);
    const found = this.rareConditions.map(({ ofKey }) => ofKey).join(' AND ');
    return this.prepared(this.page(`SELECT * FROM (${first}) k WHERE ${found}`));
  }

  /** Returns the statement of the first keys in the order of the names, whose other conditions are not checked. */
  get inOrderStatement(): PreparedStatement | string {
    const keys = inOrder('name', `SELECT * FROM keys k WHERE ${this.conditions.join(' AND ')}`);
    return this.prepared(
      `SELECT id, place FROM (${this.cut(keys, `(${this.bounds} ->> 'limit')::int`)}) k WHERE $2::text IS NOT NULL`,
    );
  }

  /** Returns the statement of the number of selected keys, of a selection without a position and texts. */
  get countStatement(): string {
    return `SELECT count(*)::int AS total FROM (${this.keys}) k WHERE $2::text IS NOT NULL`;
  }

  /** Returns the statement of the ids of all selected keys, in no order, of a selection without a position and texts. */
  get idsStatement(): string {
    return `SELECT k.id FROM (${this.keys}) k WHERE $2::text IS NOT NULL`;
  }

  /** Returns the same in the order of the names. */
  get orderedIdsStatement(): string {
    return `${this.idsStatement} ORDER BY left(k.name, 512), k.id`;
  }

  named(names: readonly string[]): void {
    this.isNamed = true;
    this.add(`k.name_hash IN (SELECT sha256(convert_to(searched, 'UTF8')) FROM unnest(?::text[]) AS searched)`, names);
  }

  inNamespace(namespace: string): void {
    // The range of the namespace in the indexes by names: after `ns.` and before `ns/`, whose last character is the
    // next one.
    const isRange = namespace !== '' && namespace.length < 500;
    const inRange = (place: string): string => (isRange ? `AND ${place} >= ? || '.' AND ${place} < ? || '/'` : '');
    this.add(`k.namespace = ?::text ${inRange('left(k.name, 512)')}`, namespace);
    if (isRange) this.range = inRange('f.place').replaceAll('?', `$${this.values.length}`);
  }

  tagged(tag: string): void {
    // The first condition is the condition of the index `keys_with_tags`, which is in the order of the names.
    this.add('k.tags IS NOT NULL AND jsonb_exists(k.tags, ?)', tag);
  }

  /** @param missing the ids of some keys, among which all of these are. Default: all keys */
  withoutTextIn(language: string, missing?: readonly string[]): void {
    this.rareConditions.push(this.untranslatedIn(`$${this.values.push(language)}`, missing));
  }

  /** Selects some of a few keys only. @param ids of the keys */
  among(ids: readonly string[]): void {
    this.areFew = true;
    this.ids = `$${this.values.push(uuidArray(ids))}`;
  }

  /**
   * Selects keys without a text in a language, or whose text is a draft, outdated, or has a finding that is not ignored.
   *
   * @param missing the ids of some keys, among which all are that have no text. Default: all keys
   * @param failing the ids of the keys with findings, among a few keys. Default: keys with stored findings
   */
  needingWork(language: string, missing?: readonly string[], failing?: readonly string[]): void {
    const parameter = `$${this.values.push(language)}`;
    const untranslated = this.untranslatedIn(parameter, missing);
    const draft = `FROM translations t WHERE t.project_id = $1 AND t.language = ${parameter} AND t.state = ${stateToNumber('draft')}`;
    const outdated = this.outdatedIn(`t.language = ${parameter}`);
    const open = openFindings('NULL::text', `ARRAY[${parameter}]`);
    const found = failing ? this.isOneOf(failing) : withFindings(open);
    const texts = `SELECT t.key_id ${draft} UNION ALL ${outdated.keyIds}`;
    const others = `${texts} UNION ALL ${found.keyIds}`;
    const keyIds = `${others} UNION ALL ${untranslated.keyIds}`;
    const { joined, condition } = untranslated.join ?? { joined: '', condition: 'false' };
    const work = readBefore(`SELECT DISTINCT key_id FROM (${missing ? keyIds : others}) w`, 'w');
    this.rareConditions.push({
      ofKey: `(${untranslated.ofKey} OR ${hasRow(`${draft} AND t.key_id = k.id`)} OR ${outdated.ofKey} OR ${found.ofKey})`,
      keyIds,
      firstKeyIds: failing
        ? undefined
        : () => `
            ${texts} UNION ALL ${untranslated.keyIds}
            UNION ALL (SELECT id FROM (${this.inFindings(open)}) k ORDER BY place, place_id LIMIT (${this.bounds} ->> 'limit')::int)`,
      join: {
        joined: `${joined} LEFT JOIN ${work} ON w.key_id = k.id`,
        condition: `(${condition} OR w.key_id IS NOT NULL)`,
      },
      isIndexed: missing !== undefined,
      maxFound: MAX_WORK,
    });
  }

  /** Selects keys with a text in a state. @param languages default: all but the source language */
  inState(state: TranslationState, languages: readonly string[] | undefined): void {
    const condition = `t.project_id = $1 AND t.state = ${stateToNumber(state)} AND ${this.isIn('t', languages)}`;
    this.rareConditions.push({
      ofKey: hasRow(`FROM translations t WHERE ${condition} AND t.key_id = k.id`),
      keyIds: `SELECT t.key_id FROM translations t WHERE ${condition}`,
      isIndexed: state !== DEFAULT_STATE,
    });
  }

  /** Selects keys with an outdated text. @param languages default: all but the source language */
  outdated(languages: readonly string[] | undefined): void {
    this.rareConditions.push({ ...this.outdatedIn(this.isIn('t', languages)), isIndexed: true });
  }

  /** @param languages SQL of the condition on the language of a text `t` */
  private outdatedIn(languages: string): RareCondition {
    const condition = `t.project_id = $1 AND t.language <> $2 AND ${languages} AND ${isOutdated('t', 's.text_revision')}`;
    const source = `FROM translations s WHERE s.project_id = $1 AND s.language = $2 AND s.text_revision IS NOT NULL`;
    const texts = hasRow(`FROM translations t WHERE t.key_id = s.key_id AND ${condition}`);
    return {
      ofKey: hasRow(`${source} AND s.key_id = k.id AND ${texts}`),
      keyIds: `SELECT s.key_id ${source} AND ${texts}`,
    };
  }

  /** Selects keys with a finding that is not ignored, which were found among a few keys. @param ids of the keys */
  oneOf(ids: readonly string[]): void {
    this.rareConditions.push(this.isOneOf(ids));
  }

  /**
   * Selects keys with a stored finding that is not ignored.
   *
   * @param code default: any
   * @param languages default: all
   */
  failing(code: string | undefined, languages: readonly string[] | undefined): void {
    const found = openFindings(
      `$${this.values.push(code ?? null)}::text`,
      `$${this.values.push(languages ?? null)}::text[]`,
    );
    this.findings = found;
    this.rareConditions.push({ ...withFindings(found), isIndexed: true });
  }

  /** Selects keys with an open discussion, about the key or a text. @param languages of the text. Default: all */
  withOpenComments(languages: readonly string[] | undefined): void {
    const parameter = `$${this.values.push(languages ?? null)}::text[]`;
    const open = `FROM comments c WHERE c.project_id = $1 AND c.resolved_at IS NULL AND c.id = c.thread_id
      AND (${parameter} IS NULL OR c.language IS NULL OR c.language = ANY (${parameter}))`;
    this.rareConditions.push({
      ofKey: hasRow(`${open} AND c.key_id = k.id`),
      keyIds: `SELECT c.key_id ${open}`,
      isIndexed: true,
    });
  }

  /** Selects keys of assignments. @param ids of the assignments */
  assignedBy(ids: readonly string[]): void {
    const assigned = `FROM assigned_keys a WHERE a.assignment_id = ANY ($${this.values.push(ids)}::uuid[])`;
    this.rareConditions.push({
      ofKey: hasRow(`${assigned} AND a.key_id = k.id`),
      keyIds: `SELECT a.key_id ${assigned}`,
      isIndexed: true,
    });
  }

  /**
   * Selects keys with this text in their name or in one of their texts, ignoring case in every script.
   *
   * @param candidates the ids of some keys, among which all of these are. Default: all keys
   */
  containing(text: string, candidates?: readonly string[]): void {
    const parameter = (value: unknown): string => `$${this.values.push(value)}`;
    const [pattern, coarse] = searchPatterns(text).map(parameter);
    const contains = (column: string): string => containsText(column, [pattern ?? '', coarse ?? '']);
    const condition = `t.project_id = $1 AND ${contains('t.text')}`;
    const ofKey = `(${contains('k.name')} OR ${hasRow(`FROM translations t WHERE ${condition} AND t.key_id = k.id`)})`;
    this.areFew ||= candidates !== undefined;
    const keyIds = candidates
      ? `SELECT k.id AS key_id FROM unnest(${parameter(uuidArray(candidates))}::uuid[]) c (id)
         ${lookUp(keyById('c.id', 'id, name'), 'k')} WHERE ${ofKey}`
      : `SELECT k.id AS key_id FROM keys k WHERE k.project_id = $1 AND ${contains('k.name')}
         UNION ALL SELECT t.key_id FROM translations t WHERE ${condition}`;
    this.rareConditions.push({ ofKey, keyIds });
  }

  /** Reads the texts of the keys too. @param languages in the order of the project */
  includeTexts(languages: readonly string[]): void {
    this.languages = `$${this.values.push(languages)}::text[]`;
  }

  /**
   * Selects one page.
   *
   * @param limit the number of keys
   * @param languageCount of the project, the source language included
   * @param position of the key before the page, in the order of the list. Default: the first page
   */
  cutTo(limit: number, languageCount: number, position: readonly string[] = ORDERS[this.order].start): void {
    const newestRows = Math.ceil(NEWEST_ROWS_PER_TEXT * limit * (languageCount + 1));
    const bounds: PageBounds = {
      limit,
      newestRows: Math.min(MAX_NEWEST_ROWS, Math.max(FIRST_KEYS, newestRows)),
      position,
    };
    this.bounds = `$${this.values.push(JSON.stringify(bounds))}::jsonb`;
  }

  /** @param language parameter. @param missing the ids of some keys, among which all are that meet the condition */
  private untranslatedIn(language: string, missing: readonly string[] | undefined): RareCondition {
    const translated = `FROM translations t WHERE t.project_id = $1 AND t.language = ${language}`;
    const ofKey = `NOT ${hasRow(`${translated} AND t.key_id = k.id`)}`;
    if (missing) {
      const ids = `unnest($${this.values.push(missing)}::uuid[]) k (id)`;
      return {
        // Each statement has the ids: a parameter that it does not have would have no type.
        ofKey: `(k.id = ANY ($${this.values.length}::uuid[]) AND ${ofKey})`,
        keyIds: `SELECT k.id AS key_id FROM ${ids} WHERE ${ofKey}`,
        isIndexed: true,
      };
    }
    // Both indexes are in the order of the ids, so that they can be merged.
    const joined = `LEFT JOIN ${readBefore(`SELECT t.key_id ${translated} ORDER BY t.key_id`, 't')} ON t.key_id = k.id`;
    return {
      ofKey,
      keyIds: `SELECT k.id AS key_id FROM keys k ${joined} WHERE k.project_id = $1 AND t.key_id IS NULL`,
      join: { joined, condition: 't.key_id IS NULL' },
    };
  }

  private isOneOf(ids: readonly string[]): RareCondition {
    const parameter = `$${this.values.push(uuidArray(ids))}::uuid[]`;
    return { ofKey: `k.id = ANY (${parameter})`, keyIds: `SELECT id AS key_id FROM unnest(${parameter}) AS id` };
  }

  private isIn(text: string, languages: readonly string[] | undefined): string {
    if (!languages) return `${text}.language <> $2`;
    return `${text}.language = ANY ($${this.values.push(languages)}::text[])`;
  }

  /** SQL of the selected keys. */
  private get keys(): string {
    if (this.ids)
      return keysWithIds(`SELECT id AS key_id FROM unnest(${this.ids}::uuid[]) AS id`, this.conditionsOfKey);
    if (this.rareConditions.length > 0 && !this.isNamed) return this.foundKeys;
    return `SELECT * FROM keys k WHERE ${this.conditionsOfKey.join(' AND ')}`;
  }

  private get conditionsOfKey(): string[] {
    return [...this.conditions, ...this.rareConditions.map(({ ofKey }) => ofKey)];
  }

  /** SQL of the same. The ids are found first, and each key is looked up by itself, whatever the statistics are. */
  private get foundKeys(): string {
    const [only, ...more] = this.rareConditions;
    if (only?.join && more.length === 0) {
      const { joined, condition } = only.join;
      return `SELECT k.* FROM keys k ${joined} WHERE ${[...this.conditions, condition].join(' AND ')}`;
    }
    const [first = '', ...others] = this.rareConditions.map(({ keyIds }) => `SELECT key_id FROM (${keyIds}) found`);
    const ids = others.length > 0 ? [first, ...others].join(' INTERSECT ') : first.replace('SELECT', 'SELECT DISTINCT');
    return keysWithIds(ids, this.conditions);
  }

  /**
   * SQL of the selected keys among the keys of the newest rows of keys and texts, from the position on. A key whose
   * change is older than the change of another row was before the position. The keys are looked up in the order of
   * these rows, until there are enough.
   */
  private get newestKeys(): string {
    const rows = `(${this.bounds} ->> 'newestRows')::int`;
    const position = `(${this.position} ->> 0)::bigint, ${idPrefix(`(${this.position} ->> 1)::uuid`)}`;
    const newest = (table: string, id: string): string => {
      const start = `(since, ${idPrefix(id)}) <= (${position})`;
      return `(SELECT since AS place, ${id} AS place_id FROM ${table} WHERE project_id = $1 AND since IS NOT NULL AND ${start}
               ORDER BY since DESC, ${idPrefix(id)} DESC, ${id} DESC LIMIT ${rows})`;
    };
    return `
      SELECT * FROM (
        SELECT k.*, n.*, greatest(k.since, t.since) AS changed_in
        FROM (
          SELECT place_id, max(place) AS place
          FROM (SELECT * FROM (${newest('keys', 'id')} UNION ALL ${newest('translations', 'key_id')}) k
                ORDER BY ${ORDERS['-updatedAt'].by} LIMIT ${rows}) k
          GROUP BY place_id ORDER BY place DESC, place_id DESC) n
        ${lookUp(keyById('n.place_id', '*'), 'k')}
        ${LATEST_TEXT}) k
      WHERE changed_in = place AND ${this.conditionsOfKey.join(' AND ')}`;
  }

  /**
   * SQL of the selected keys in the order of the names, if the keys with findings are selected, of all namespaces or of
   * one: an index has them in this order, so that a page reads as many as it needs. A key that was renamed since the
   * check run is found with the next one.
   */
  private get keysInFindings(): string | undefined {
    if (this.findings === undefined || !this.isInNames || this.bounds === '') return undefined;
    return this.inFindings(this.findings);
  }

  /** Whether the order is the order of the names, and there is one condition, beside a namespace. */
  private get isInNames(): boolean {
    const others = this.conditions.length - 1 + this.rareConditions.length - (this.range === undefined ? 1 : 2);
    return this.order === 'name' && others === 0;
  }

  /** Returns SQL of the keys with findings in the order of the names, from the position on. @param findings SQL */
  private inFindings(findings: string): string {
    return `
      SELECT k.*, f.place, f.key_id AS place_id
      FROM (SELECT DISTINCT ON (f.place, f.key_id) f.place, f.key_id
            ${findings} ${this.range ?? ''} AND (f.place, f.key_id) > (${this.position} ->> 0, (${this.position} ->> 1)::uuid)
            ORDER BY f.place, f.key_id) f
      ${lookUp(keyById('f.key_id', '*'), 'k')}
      WHERE left(k.name, 512) = f.place AND ${this.conditions.join(' AND ')}`;
  }

  /** SQL of the position of the key before the page. */
  private get position(): string {
    return `(${this.bounds} -> 'position')`;
  }

  /** Returns SQL of the page. @param keys SQL that returns rows of `keys` with a place */
  private page(keys: string): string {
    const page = this.cut(keys, `(${this.bounds} ->> 'limit')::int`);
    const { by } = ORDERS[this.order];
    const bounded = cutToBytes(page, by.replaceAll('k.', 'r.'), this.languages);
    return `${selectListed(bounded, this.languages)} ORDER BY ${by}`;
  }

  /** Returns SQL of the first rows after the position. */
  private cut(keys: string, limit: string): string {
    const { by, after } = ORDERS[this.order];
    return `SELECT * FROM (${keys}) k WHERE ${after(this.position)} ORDER BY ${by} LIMIT ${limit}`;
  }

  /** Prepares a statement that has the same plan for all values. */
  private prepared(text: string): PreparedStatement | string {
    const filters = this.conditions.length - 1 + this.rareConditions.length;
    return filters > MAX_PREPARED_FILTERS || this.isNamed ? text : prepared(text);
  }

  /** @param condition contains `?` in each place of the value */
  private add(condition: string, value: unknown): void {
    this.values.push(value);
    this.conditions.push(condition.replaceAll('?', `$${this.values.length}`));
  }
}

/** Returns SQL of keys `k` that meet conditions. @param ids SQL of their ids (`key_id`) */
const keysWithIds = (ids: string, conditions: readonly string[]): string => `
  SELECT k.* FROM (${ids}) f
  ${lookUp(keyById('f.key_id', '*'), 'k')}
  WHERE ${conditions.join(' AND ')}`;

/** @param found SQL of findings `f` */
const withFindings = (found: string): RareCondition => ({
  ofKey: hasRow(`${found} AND f.key_id = k.id`),
  keyIds: `SELECT f.key_id ${found}`,
});
