import { lookUp } from '../../database/planned-reads';
import { type PreparedStatement, prepared } from '../../database/statements';
import { keyById } from '../../project-write/stored-rows';
import { inOrder, type KeyOrder, ORDERS } from '../key-order';
import { cutToBytes, selectListed } from '../listed-key';
import { KeyConditions } from './key-conditions';
import { newestKeys } from './newest-keys';
import { pageBounds } from './page-bounds';
import type { RareCondition } from './rare-conditions';

/**
 * The most texts and keys of an index from which a page is read. To read more of them would take longer than a partial
 * read.
 */
const MAX_FOUND = 1_000;
/**
 * Filters of a prepared statement. With more, there would be too many different statements for a connection to keep.
 */
const MAX_PREPARED_FILTERS = 1;

/**
 * The SQL of a page of keys. Statements whose plan does not depend on the values are prepared where they have few
 * filters, because to plan them takes longer than to read a page of few keys.
 */
export class KeySelection extends KeyConditions {
  /** The parameter with the `PageBounds`. */
  private bounds = '';
  /** The parameter with the languages whose texts are read. */
  private languages?: string;
  /** Whether only the first keys are looked through. */
  private isOfFirst = false;

  constructor(
    projectId: string,
    sourceLanguage: string,
    private readonly order: KeyOrder = 'name',
  ) {
    super(projectId, sourceLanguage);
  }

  /**
   * Returns the statement of a page of the whole selection; undefined if only the first keys are looked through. It is planned for
   * its values if it finds the keys of a filter.
   */
  get statement(): PreparedStatement | string | undefined {
    if (this.isOfFirst) return undefined;
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
    if (!indexed || this.isNamed || this.areFew || this.isOfFirst || this.keysInFindings) return undefined;
    const { maxFound = MAX_FOUND, firstKeyIds } = indexed;
    const keyIds = firstKeyIds && this.isInNames ? firstKeyIds((found) => this.firstInFindings(found)) : indexed.keyIds;
    const isFew = `${FOUND} <= ${maxFound}`;
    return this.prepared(`
      ${firstOf(keyIds, maxFound)}
      (${this.page(inOrder(this.order, this.keysAmongFound(indexed, isFew)))})
      UNION ALL SELECT NULL, NULL, NULL, NULL${this.languages ? ', NULL, NULL' : ''} WHERE NOT ${isFew}`);
  }

  /**
   * Returns the statement of the same page from the first rows in its order only; undefined if that would be no faster.
   * A page that it fills is the page of the whole selection. Where only the first keys are looked through, it is the page.
   */
  get firstStatement(): PreparedStatement | string | undefined {
    if (this.isNamed || this.areFew || this.keysInFindings) return undefined;
    if (this.order === '-updatedAt') return this.prepared(this.page(newestKeys(this.bounds, this.conditionsOfKey)));
    if (this.rareConditions.length === 0) return undefined;
    const keys = inOrder('name', `SELECT * FROM keys k WHERE ${this.conditions.join(' AND ')}`);
    const first = this.cut(keys, `(${this.bounds} ->> 'firstKeys')::int`);
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

  /**
   * Returns the statement of the number of selected keys, of a selection without a position and texts.
   *
   * @param areFindingsOfKeys whether the stored findings belong to the keys of the snapshot, if a condition reads them
   */
  countStatement(areFindingsOfKeys: boolean): string {
    return `SELECT (${this.counted(areFindingsOfKeys)})::int AS total WHERE $2::text IS NOT NULL`;
  }

  /** Returns the statement of the ids of all selected keys, in no order, of a selection without a position and texts. */
  get idsStatement(): string {
    const [only] = this.rareConditions;
    if (only?.isOfKeys && this.isOfOneCondition)
      return `SELECT DISTINCT key_id AS id FROM (${only.keyIds}) f WHERE $2::text IS NOT NULL`;
    return `SELECT k.id FROM (${this.keys}) k WHERE $2::text IS NOT NULL`;
  }

  /** Returns the same in the order of the names. */
  get orderedIdsStatement(): string {
    return `SELECT k.id FROM (${this.keys}) k WHERE $2::text IS NOT NULL ORDER BY left(k.name, 512), k.id`;
  }

  /** Reads the texts of the keys too. @param languages in the order of the project */
  includeTexts(languages: readonly string[]): void {
    this.languages = `${this.parameter(languages)}::text[]`;
  }

  /**
   * Selects one page, of at most `limit` keys. The parameters are the same as of `pageBounds`.
   *
   * @param firstKeys the number of keys that are looked through, in the order of the names. Default: all
   */
  cutTo(limit: number, languageCount: number, position?: readonly string[], firstKeys?: number): void {
    const bounds = pageBounds(this.order, limit, languageCount, position, firstKeys);
    this.isOfFirst = firstKeys !== undefined;
    this.bounds = `${this.parameter(JSON.stringify(bounds))}::jsonb`;
  }

  /** SQL that counts the selected keys. Where an index finds few for a rare condition, only these are compared with the others. */
  private counted(areFindingsOfKeys: boolean): string {
    const all = `SELECT count(*) FROM (${this.keys}) k`;
    if (this.isNamed || this.areFew) return all;
    const [only] = this.rareConditions;
    if (this.isOfOneCondition && only?.count && areFindingsOfKeys) return `SELECT ${only.count}`;
    const indexed = this.rareConditions.find(({ isIndexed }) => isIndexed);
    if (!indexed) return all;
    const { keyIds, maxFound = MAX_FOUND } = indexed;
    const few = `SELECT count(*) FROM (${this.keysAmongFound(indexed)}) k`;
    return `${firstOf(keyIds, maxFound)} SELECT CASE WHEN ${FOUND} <= ${maxFound} THEN (${few}) ELSE (${all}) END`;
  }

  /** SQL of the selected keys among those of `firstOf`. @param condition SQL of another condition */
  private keysAmongFound({ ofKey }: RareCondition, condition = 'true'): string {
    const others = this.conditionsOfKey.filter((sql) => sql !== ofKey);
    return keysWithIds('SELECT DISTINCT key_id FROM found', [condition, ...others]);
  }

  /** SQL of the selected keys. */
  private get keys(): string {
    if (this.ids)
      return keysWithIds(`SELECT id AS key_id FROM unnest(${this.ids}::uuid[]) AS id`, this.conditionsOfKey);
    if (this.rareConditions.length > 0 && !this.isNamed) return this.foundKeys;
    return `SELECT * FROM keys k WHERE ${this.conditionsOfKey.join(' AND ')}`;
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
   * SQL of the selected keys in the order of the names, if the keys with findings are selected, of all namespaces or of
   * one: an index has them in this order, so that a page reads as many as it needs. A key that was renamed since the
   * check run is found with the next one.
   */
  private get keysInFindings(): string | undefined {
    if (this.findings === undefined || !this.isInNames || this.bounds === '') return undefined;
    return this.inFindings(this.findings);
  }

  /** Whether all keys of the project are compared with one condition, which few may meet. */
  private get isOfOneCondition(): boolean {
    return this.rareConditions.length === 1 && this.conditions.length === 1 && !this.areFew;
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

  /** Returns SQL of the ids of the first keys with findings in the order of the names. @param findings SQL */
  private firstInFindings(findings: string): string {
    return `(SELECT id FROM (${this.inFindings(findings)}) k ORDER BY place, place_id LIMIT (${this.bounds} ->> 'limit')::int)`;
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
}

/** SQL of the number of ids of `firstOf`. */
const FOUND = '(SELECT count(*) FROM found)';

/** Returns SQL of the first ids of keys, as `found`: one more than these if there are more. @param keyIds SQL of the ids (`key_id`) */
const firstOf = (keyIds: string, count: number): string =>
  `WITH found AS MATERIALIZED (SELECT key_id FROM (${keyIds}) f LIMIT ${count + 1})`;

/** Returns SQL of keys `k` that meet conditions. @param ids SQL of their ids (`key_id`) */
const keysWithIds = (ids: string, conditions: readonly string[]): string => `
  SELECT k.* FROM (${ids}) f
  ${lookUp(keyById('f.key_id', '*'), 'k')}
  WHERE ${conditions.join(' AND ')}`;
