import { stateToNumber } from '../common/translation-state';
import { codecById, type FileLayout } from '../language-files';
import { jsonbArray, smallintArray, textArray, uuidArray } from '../database/array-parameter';
import type { Database } from '../database/database';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { DetailsPage } from './details-page';
import type { ImportedFile } from './reading/imported-file';
import type { ImportedKey } from './reading/packed/imported-keys';
import { otherStates, otherStateSql } from './other-state';
import { digestSql } from './template-differences';
import { ADDED_AS, ADDED_BY_NAME } from '../project-write/stores/target-origin';
import type { Candidate, UnitState } from './unit-effect';
import { hasRow, lookUp, lookUpIfAny, switchRead } from '../database/planned-reads';
import { keyById, keyByName, textOf } from '../project-write/stored-rows';
import type { TextId } from '../project-write/stores/translation-store';
import { idAtBase, isNotWritten, type MergeBase, textAtPlace } from './merge/base';

/** The id and the name of a key. */
export type NamedKey = Pick<ImportedKey, 'name'> & { id: string };

/** The state of a text, and the name of its key. */
export interface StoredText extends TextId {
  name: string;
  namespace: string;
  state: number;
}

/** Reads what an import compares its file with, in the transaction that holds the project's lock. */
export class ImportQuery {
  constructor(
    private readonly tx: Transaction,
    private readonly projectId: string,
    private readonly base?: MergeBase,
  ) {}

  /**
   * Reads the project's state of the translation units that the import changes, and of the units that may be on the page of the
   * details without a change; in the order of the file. The states end when their texts have a mebibyte: if units follow the last
   * state, they are read by another call.
   *
   * @param candidates up to 5,000
   */
  async states(
    { keys, metaId }: ImportedFile,
    candidates: readonly Candidate[],
    sourceLanguage: string,
    details: DetailsPage,
  ): Promise<(UnitState & BoundedRow)[]> {
    const { base } = this;
    const texts = candidates.map(({ unit: { key, language } }) => ({ name: keys.name(key), key, language }));
    const ofBase = base && [
      base.revision,
      texts.map(({ key }) => base.formerIds.get(key) ?? null),
      await base.places(texts),
      base.writtenLanguages,
    ];
    return this.tx.rows<UnitState & BoundedRow>(base ? STATES_WITH_BASE : STATES, [
      this.projectId,
      candidates.map(({ index }) => index),
      textArray(texts.map(({ name }) => name)),
      textArray(texts.map(({ language }) => language)),
      textArray(candidates.map(({ unit }) => unit.text)),
      textArray(candidates.map(({ action }) => action)),
      jsonbArray(candidates.map(({ unit }) => unit.meta)),
      metaId,
      candidates.map(({ index }) => details.includes(index)),
      candidates.map(({ unit }) => unit.plural !== undefined),
      sourceLanguage,
      smallintArray(candidates.map(({ state }) => state && stateToNumber(state))),
      otherStates(codecById(metaId)?.states),
      details.listsUnchanged,
      candidates.map(({ unit }) => unit.language === sourceLanguage && keys.isOfSource(unit.key)),
      ...(ofBase ?? []),
    ]);
  }

  /**
   * Returns the name of a key that would have too many tags with further ones.
   *
   * @param names up to 5,000, of which the project need not have all
   * @param max the most tags that a key can have
   */
  async findCrowdedKey(names: readonly string[], tags: readonly string[], max: number): Promise<string | undefined> {
    const [crowded] = await this.tx.rows<{ name: string }>(CROWDED_KEY, [this.projectId, textArray(names), tags, max]);
    return crowded?.name;
  }

  /**
   * Yields all keys of the project in pages, in the order of their names.
   *
   * @param namespace limits them
   */
  keys(namespace: string | undefined): AsyncGenerator<NamedKey[]> {
    return this.pages<NamedKey>(KEYS, [namespace ?? null], ({ name, id }) => [name, id], ['', FIRST_ID]);
  }

  /** Yields all texts of a language in pages, in the order of the ids of their keys. */
  texts(language: string): AsyncGenerator<StoredText[]> {
    return this.pages<StoredText>(TEXTS, [language], ({ keyId }) => [keyId], [FIRST_ID]);
  }

  /**
   * Yields the rows of a statement in pages, each of which is read by itself.
   *
   * @param placeOf the last values of the statement, which returns the rows behind them
   */
  private async *pages<Row>(
    statement: string,
    values: readonly unknown[],
    placeOf: (row: Row) => string[],
    start: string[],
  ): AsyncGenerator<Row[]> {
    for (let place: string[] | undefined = start; place;) {
      const parameters: unknown[] = [this.projectId, ...values, ...place];
      const page: Row[] = await this.tx.together(async (tx) => {
        await tx.rows(READ_IN_ORDER);
        const rows = await tx.rows<Row>(statement, parameters);
        await tx.rows(READ_AS_BEFORE);
        return rows;
      });
      const last = page.at(-1);
      place = last && page.length === PAGE_ROWS ? placeOf(last) : undefined;
      if (last) yield page;
    }
  }

  /** Returns the names of the keys that have no text in any of the languages. */
  async namesWithoutText(keys: readonly NamedKey[], languages: readonly string[]): Promise<string[]> {
    const [ids, names] = [uuidArray(keys.map(({ id }) => id)), textArray(keys.map(({ name }) => name))];
    const rows = await this.tx.rows<{ name: string }>(WITHOUT_TEXT, [this.projectId, ids, names, languages]);
    return rows.map(({ name }) => name);
  }
}

/** Reads the names of the keys with a plural among their texts. */
export async function findPluralKeys(database: Database, projectId: string): Promise<Set<string>> {
  const rows = await database.rows<{ name: string }>(PLURAL_KEYS, [projectId]);
  return new Set(rows.map(({ name }) => name));
}

/** Reads the layouts of the zips that were imported, by format. */
export async function findLayouts(database: Database, projectId: string): Promise<Record<string, FileLayout>> {
  const rows = await database.rows<{ format: string; layout: FileLayout }>(LAYOUTS, [projectId]);
  return Object.fromEntries(rows.map(({ format, layout }) => [format, layout]));
}

const IS_OTHER_STATE = otherStateSql('f.state', 't.state', '$13::boolean[]');

/** Bytes of the texts of the states that are read at a time. */
const STEP_BYTES = 1_048_576;

/** The SQL with which a statement reads the base. */
interface BaseSql {
  columns: string;
  /** SQL of further arguments of `unnest`. */
  values: string;
  names: string;
  joins: string;
  /** SQL of whether the texts are read, beside those that may be merged. */
  isRead: string;
}

const WITHOUT_BASE: BaseSql = { columns: '', values: '', names: '', joins: '', isRead: 'false' };

/** The text of the file differs from the text of the base, which differs from the project's. */
const IS_CHANGED_TWICE = '(f.text IS DISTINCT FROM b.text AND t.text IS DISTINCT FROM b.text)';

/** SQL of whether the texts of a unit may be listed as a conflict, because both have changed or the caller may not change them. */
const MAY_CONFLICT = `(t.state = ${stateToNumber('reviewed')} OR ${isNotWritten('f.language', '$19')} OR ${IS_CHANGED_TWICE})`;

const WITH_BASE: BaseSql = {
  columns: `,
         w.id IS NOT NULL AS "wasKey", b.text IS NOT NULL AS "hadText", f.text IS NOT DISTINCT FROM b.text AS "isFileBase",
         t.text IS NOT DISTINCT FROM b.text AS "isNowBase", b.meta -> $8 IS NOT DISTINCT FROM f.meta AS "isMetaOfBase", b.state AS "stateAtBase",
         ${otherStateSql('f.state', 'b.state', '$13::boolean[]')} AS "isOtherThanBase",
         CASE WHEN f.plural OR b.text LIKE '%{%' OR ${MAY_CONFLICT} THEN b.text END AS base`,
  values: ', $17::uuid[], $18::tid[]',
  names: ', former_id, place',
  joins: `
  ${idAtBase('$16::bigint')}
  ${lookUpIfAny(`SELECT text, state, meta FROM (${textAtPlace('w.id', 'f.language', '$16::bigint', 'f.place')}) v`, 'b')}`,
  isRead: MAY_CONFLICT,
};

// Each key and text is looked up by itself: PostgreSQL may plan a join that reads the whole project for each set of a large file.
const foundStates = ({ columns, values, names, joins, isRead }: BaseSql): string => `
  SELECT f.unit, k.id AS "keyId", t.text IS NOT NULL AS "hasText", t.text IS NOT DISTINCT FROM f.text AS same,
         t.meta -> $8 IS NOT DISTINCT FROM f.meta AS "sameMeta",
         CASE WHEN f.plural OR t.text LIKE '%{%' OR ${isRead} THEN t.text END AS current, s.text AS "sourceText", t.state,
         ${IS_OTHER_STATE} AS "isOtherState",
         CASE WHEN f.detailed THEN t.text END AS before,
         CASE WHEN f.of_source THEN k.meta -> '${ADDED_AS}' END AS "addedAs",
         CASE WHEN f.of_source AND NOT jsonb_exists(k.meta, '${ADDED_BY_NAME}') THEN ${digestSql('t.text')} END AS "digest"${columns}
  FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $9::boolean[], $10::boolean[],
              $12::smallint[], $15::boolean[]${values})
    AS f (unit, name, language, text, action, meta, detailed, plural, state, of_source${names})
  ${lookUpIfAny(keyByName('f.name', 'id, name, since, meta'), 'k')}
  ${lookUpIfAny(textOf('k.id', 'f.language', 'text, meta, state'), 't')}
  ${lookUpIfAny(`${textOf('k.id', '$11', 'text')} AND f.plural`, 's')}${joins}
  WHERE k.id IS NULL OR (f.detailed AND $14::boolean) OR (f.of_source AND jsonb_exists(k.meta, '${ADDED_AS}')) OR CASE f.action
    WHEN 'set' THEN t.text IS DISTINCT FROM f.text OR t.meta -> $8 IS DISTINCT FROM f.meta OR ${IS_OTHER_STATE}
    WHEN 'fill' THEN t.text IS NULL
    WHEN 'clear' THEN t.text IS NOT NULL
    ELSE false END
  ORDER BY f.unit`;

/** @param texts SQL of the texts that are read */
const states = (base: BaseSql, ...texts: string[]): string =>
  `${firstBytes({
    rows: foundStates(base),
    order: 'r.unit',
    bytes: sizeOf('r.current', 'r."sourceText"', 'r.before', ...texts),
    maxBytes: STEP_BYTES,
  })} ORDER BY r.unit`;

const STATES = states(WITHOUT_BASE);
const STATES_WITH_BASE = states(WITH_BASE, 'r.base');

const CROWDED_KEY = `
  SELECT f.name FROM unnest($2::text[]) AS f (name)
  ${lookUp(keyByName('f.name', 'tags'), 'k')}
  WHERE jsonb_array_length(k.tags) +
    (SELECT count(*) FROM unnest($3::text[]) AS new (tag) WHERE NOT jsonb_exists(k.tags, new.tag)) > $4 LIMIT 1`;

const PAGE_ROWS = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

// If the tables were never analyzed, PostgreSQL would sort all rows of the project for each page.
const READ_IN_ORDER = switchRead('inIndexOrder');
const READ_AS_BEFORE = switchRead('lookUps');
const KEYS = `
  SELECT id, name FROM keys
  WHERE project_id = $1 AND ($2::text IS NULL OR namespace = $2) AND (left(name, 512), id) > (left($3, 512), $4::uuid)
  ORDER BY left(name, 512), id LIMIT ${PAGE_ROWS}`;

const TEXTS = `
  SELECT t.key_id AS "keyId", k.name, k.namespace, t.language, t.state
  FROM (SELECT key_id, language, state FROM translations
        WHERE project_id = $1 AND language = $2 AND key_id > $3::uuid ORDER BY key_id LIMIT ${PAGE_ROWS}) t
  ${lookUp(keyById('t.key_id', 'name, namespace'), 'k')}
  ORDER BY t.key_id`;

const WITHOUT_TEXT = `
  SELECT f.name FROM unnest($2::uuid[], $3::text[]) AS f (id, name)
  WHERE NOT ${hasRow('FROM translations WHERE project_id = $1 AND language = ANY ($4::text[]) AND key_id = f.id')}`;

const LAYOUTS = prepared('SELECT format, layout FROM file_layouts WHERE project_id = $1');

const PLURAL_KEYS = prepared(
  `SELECT name FROM keys k WHERE project_id = $1 AND EXISTS (SELECT FROM translations t
   WHERE t.project_id = $1 AND t.key_id = k.id AND t.text ~ '^\\{[^{}]*,\\s*(plural|selectordinal)\\s*,')`,
);
