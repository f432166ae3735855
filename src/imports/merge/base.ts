import { textArray, uuidArray } from '../../database/array-parameter';
import { chunksOf } from '../../database/chunks';
import { sizeOf } from '../../database/first-bytes';
import { hasRow, lookUp, lookUpAll, lookUpIfAny, readBefore } from '../../database/planned-reads';
import { readPages } from '../../database/row-pages';
import { assertKept, assertReached } from '../../project-write/as-of/revision';
import { heldAt } from '../../project-write/as-of/versions';
import { isFromFile } from '../../project-write/stores/description-origin';
import type { ProjectWrite } from '../../project-write/project-write';
import { keyById, keyByName, textOf } from '../../project-write/stored-rows';
import type { TextId } from '../../project-write/stores/translation-store';
import { idPrefix, isKey } from '../../projects/id-prefix';
import type { Label } from '../kept-labels';
import { KeyIndex } from '../reading/packed/imported-keys';
import type { ImportedFile } from '../reading/imported-file';
import type { ChangedText } from './conflicts';
import type { Compared } from './merge-rule';

/**
 * A description or length limit of a file whose key has another one than the name had at the base, which is none if no key had the name. The
 * versions are read if they may be in conflict.
 */
export interface MovedLabel extends Compared, Versions {
  name: string;
  label: Label;
  /** The file only fills in what the key has not. */
  fills: boolean;
  file: string | null;
}

/** A text that the file lacks. The versions are read if they may be in conflict. */
export interface AbsentText extends TextId, Versions {
  /** The base had the text, under the present name of the key. */
  hadText: boolean;
  isNowBase: boolean;
  /** The text is empty now, or was at the base. */
  isEmpty: boolean;
}

interface Versions {
  now: string | null;
  base: string | null;
}

/** The project at the revision from which a file was exported, as far as it differs from the project now. */
export class MergeBase {
  private constructor(
    private readonly write: ProjectWrite,
    readonly revision: number,
    /** The ids of keys that had a name of the file at the base and do not have it now, by the index of the key in the file. */
    readonly formerIds: ReadonlyMap<number, string>,
  ) {}

  /** @throws UnknownRevisionError, RevisionPrunedError */
  static async read(write: ProjectWrite, revision: number, { keys }: ImportedFile): Promise<MergeBase> {
    assertReached(write.project.revision, revision, 'base');
    // At the revision 0 a project is empty: nothing of the history held there.
    if (revision > 0) assertKept(write.project.oldestRevision, revision, 'base');
    const formerIds = new Map<number, string>();
    let index: KeyIndex | undefined;
    const { tx, project } = write;
    await tx.together(async (cursor) => {
      for await (const page of readPages<{ id: string; name: string }>(
        cursor,
        FORMER_KEYS,
        [project.id, revision],
        Infinity,
      )) {
        index ??= await KeyIndex.of(keys);
        for (const { id, name } of page) {
          const place = index.find(name);
          if (place >= 0) formerIds.set(place, id);
        }
      }
    });
    return new MergeBase(write, revision, formerIds);
  }

  /** The only languages in which the caller can write; null: all languages. */
  get writtenLanguages(): readonly string[] | null {
    return this.write.principal.languages;
  }

  /**
   * Finds where the history has texts of the base, for `textAtPlace`.
   *
   * @param texts up to 5,000; the name of a key, its index in the file and a language
   * @returns a place for each of them that has changed since and had a text
   */
  async places(texts: readonly { name: string; key: number; language: string }[]): Promise<(string | null)[]> {
    const places = texts.map((): string | null => null);
    if (this.revision === 0 || String(this.revision) === this.write.project.revision) return places;
    const moved = await this.rows<TextId & { place: number }>(MOVED, [
      textArray(texts.map(({ name }) => name)),
      textArray(texts.map(({ language }) => language)),
      texts.map(({ key }) => this.formerIds.get(key) ?? null),
    ]);
    if (moved.length === 0) return places;
    const idOf = ({ keyId, language }: TextId): string => `${keyId} ${language}`;
    const indexes = new Map(moved.map((text) => [idOf(text), text.place - 1]));
    const languages = [...new Set(moved.map(({ language }) => language))];
    const ids = [...new Set(moved.map(({ keyId }) => keyId))];
    for (const found of await this.rows<TextId & { at: string }>(PLACES, [uuidArray(ids), languages])) {
      const index = indexes.get(idOf(found));
      if (index !== undefined) places[index] = found.at;
    }
    return places;
  }

  /** Finds keys of the project that had their names at the base. @returns whether each has changed since, by its id */
  async changedKeys(ids: readonly string[]): Promise<Map<string, boolean>> {
    const rows = await this.rows<{ id: string; isChanged: boolean }>(KEYS, [uuidArray(ids)]);
    return new Map(rows.map(({ id, isChanged }) => [id, isChanged]));
  }

  /** Returns the texts of keys that differ from the base, by the ids of the keys. */
  async changedTexts(ids: readonly string[]): Promise<Map<string, ChangedText[]>> {
    const found = new Map<string, ChangedText[]>();
    if (ids.length === 0) return found;
    for (const { keyId, ...text } of await this.rows<ChangedText & TextId>(CHANGED_TEXTS, [uuidArray(ids)]))
      found.set(keyId, [...(found.get(keyId) ?? []), text]);
    return found;
  }

  /** Compares the present and the former version of texts. @param texts with the reason why they must not be removed, if any */
  async texts(texts: readonly (TextId & { refusal?: string })[]): Promise<AbsentText[]> {
    return this.rows<AbsentText>(TEXTS, [
      uuidArray(texts.map(({ keyId }) => keyId)),
      textArray(texts.map(({ language }) => language)),
      texts.map(({ refusal }) => refusal !== undefined),
    ]);
  }

  /**
   * Yields the descriptions and length limits that the file has, or has removed, and whose keys have other ones than at the base. A file
   * has removed a description that came from an earlier file of its format. If the base had no such description, a file without one has not
   * changed it.
   */
  async *movedLabels({ keys, metaId }: ImportedFile): AsyncGenerator<MovedLabel> {
    let first = 0;
    for (const page of chunksOf(keys)) {
      const labelled = page
        .map((key, place) => ({ ...key, formerId: this.formerIds.get(first + place) ?? null }))
        .filter(
          ({ description, descriptionRule, maxLength }) =>
            description !== undefined || descriptionRule === 'replace' || maxLength !== undefined,
        );
      first += page.length;
      if (labelled.length > 0)
        yield* await this.rows<MovedLabel>(LABELS, [
          textArray(labelled.map(({ name }) => name)),
          textArray(labelled.map(({ description }) => description)),
          textArray(labelled.map(({ descriptionRule = 'fill' }) => descriptionRule)),
          labelled.map(({ maxLength }) => maxLength ?? null),
          labelled.map(({ formerId }) => formerId),
          metaId,
        ]);
    }
  }

  private rows<Row>(statement: string, values: unknown[]): Promise<Row[]> {
    return this.write.tx.rows<Row>(statement, [this.write.project.id, this.revision, ...values]);
  }
}

// The parameters of all statements are the project and the revision of the base. As in `ImportQuery`, each row is looked up by itself.

const FORMER_KEYS = `
  SELECT h.id, h.name FROM keys_history h
  WHERE h.project_id = $1 AND ${heldAt('$2', 'h')}
    AND NOT ${hasRow('FROM keys k WHERE k.project_id = $1 AND k.id = h.id AND k.name = h.name')}`;

/**
 * Returns SQL of the versions `h` of a key. Without statistics, PostgreSQL would read all versions of the project since a revision for each
 * key, so that the id is the only condition.
 *
 * @param id SQL
 */
const versionsOf = (id: string, columns: string): string =>
  readBefore(`SELECT project_id, since, until, ${columns} FROM keys_history WHERE id = ${id}`, 'h');

/**
 * Returns SQL of whether a key `k` had its name at the base.
 *
 * @param base SQL of the revision
 */
const hadName = (base: string): string =>
  `(k.since <= ${base} OR ${hasRow(
    `FROM ${versionsOf('k.id', 'name')} WHERE h.project_id = $1 AND ${heldAt(base, 'h')} AND h.name = k.name`,
  )})`;

/** SQL of the id that the key with the name `f.name` had at the base; `k` is the key that has the name now. */
export const idAtBase = (base: string): string =>
  `CROSS JOIN LATERAL (SELECT coalesce(f.former_id, CASE WHEN ${hadName(base)} THEN k.id END) AS id) w`;

const MOVED = `
  SELECT f.place, w.id AS "keyId", f.language
  FROM unnest($3::text[], $4::text[], $5::uuid[]) WITH ORDINALITY AS f (name, language, former_id, place)
  ${lookUpIfAny(keyByName('f.name', 'id, name, since'), 'k')}
  ${lookUpIfAny(textOf('k.id', 'f.language', 'since'), 't')}
  ${idAtBase('$2')}
  WHERE w.id IS NOT NULL AND (w.id IS DISTINCT FROM k.id OR t.since IS NULL OR t.since > $2)`;

// The ids of keys that were imported together share an entry of the index: it is read once for all of them.
const PLACES = `
  SELECT h.key_id AS "keyId", h.language, h.ctid::text AS at
  FROM (SELECT DISTINCT ${idPrefix('i.id')} AS prefix FROM unnest($3::uuid[]) AS i (id)) p
  ${lookUpAll(
    `SELECT key_id, language, ctid FROM translations_history
     WHERE project_id = $1 AND ${idPrefix('key_id')} = p.prefix AND ${heldAt('$2')}
       AND key_id = ANY ($3::uuid[]) AND language = ANY ($4::text[])`,
    'h',
  )}`;

/**
 * Returns SQL of the text of a key at the base.
 *
 * @param base SQL of the revision
 * @param place SQL of the place that the history has it at; null if it has not changed since, or there was none
 */
export const textAtPlace = (keyId: string, language: string, base: string, place: string): string => `
  ${textOf(keyId, language, 'text, state, meta')} AND since <= ${base}
  UNION ALL
  SELECT text, state, meta FROM translations_history WHERE project_id = $1 AND ctid = ${place}`;

/**
 * Returns SQL of the text of a key at the base, which is looked up in the history.
 *
 * @param base SQL of the revision
 */
const textAtBase = (keyId: string, language: string, base: string): string => `
  ${textOf(keyId, language, 'text, state')} AND since <= ${base}
  UNION ALL
  SELECT text, state FROM translations_history
  WHERE project_id = $1 AND ${isKey('key_id', keyId)} AND language = ${language} AND ${heldAt(base)}`;

const KEYS = `
  SELECT k.id, k.since > $2
      OR ${hasRow('FROM translations t WHERE t.project_id = $1 AND t.key_id = k.id AND t.since > $2')}
      OR ${hasRow(`FROM translations_history t WHERE t.project_id = $1 AND ${isKey('t.key_id', 'k.id')} AND t.until > $2`)} AS "isChanged"
  FROM unnest($3::uuid[]) AS f (id)
  ${lookUp(keyById('f.id', 'id, name, since'), 'k')}
  WHERE ${hadName('$2')}`;

/**
 * Returns SQL of whether the caller cannot write a language.
 *
 * @param languages SQL of the languages that it can write; null: all
 */
export function isNotWritten(language: string, languages: string): string {
  return `coalesce(${language} <> ALL (${languages}::text[]), false)`;
}

/** The most bytes of versions that a statement returns: the longest list of conflicts has no more. */
const VERSION_BYTES = 4 * 1_048_576;

/**
 * Returns SQL of the columns with two versions in conflict, of the first rows: the list of conflicts does not have the rest.
 *
 * @param now SQL of a text. @param base SQL of a text. @param isConflict SQL of a condition
 */
const versions = (now: string, base: string, isConflict: string): string => {
  const size = `CASE WHEN ${isConflict} THEN ${sizeOf(now, base)} ELSE 0 END`;
  const isRead = `${isConflict} AND sum(${size}) OVER (ORDER BY f.place) <= ${VERSION_BYTES}`;
  return `CASE WHEN ${isRead} THEN ${now} END AS now, CASE WHEN ${isRead} THEN ${base} END AS base`;
};

const TEXTS = `
  SELECT f.id AS "keyId", f.language, b.text IS NOT NULL AND ${hadName('$2')} AS "hadText", t.text = b.text AS "isNowBase",
         '' IN (t.text, b.text) AS "isEmpty",
         ${versions('t.text', 'b.text', '(f.refused OR t.text <> b.text)')}
  FROM unnest($3::uuid[], $4::text[], $5::boolean[]) WITH ORDINALITY AS f (id, language, refused, place)
  ${lookUp(keyById('f.id', 'id, name, since'), 'k')}
  ${lookUp(textOf('f.id', 'f.language', 'text'), 't')}
  ${lookUpIfAny(`SELECT text FROM (${textAtBase('f.id', 'f.language', '$2')}) v`, 'b')}`;

const CHANGED_TEXTS = `
  SELECT f.id AS "keyId", f.language, ${versions('t.text', 'b.text', 'true')}
  FROM (
    SELECT k.id, l.language, row_number() OVER (ORDER BY k.place, l.language) AS place
    FROM unnest($3::uuid[]) WITH ORDINALITY AS k (id, place)
    ${lookUpAll(
      `SELECT language FROM translations t WHERE t.project_id = $1 AND t.key_id = k.id AND t.since > $2
       UNION
       SELECT language FROM translations_history t WHERE t.project_id = $1 AND ${isKey('t.key_id', 'k.id')} AND t.until > $2`,
      'l',
    )}
  ) f
  ${lookUpIfAny(textOf('f.id', 'f.language', 'text'), 't')}
  ${lookUpIfAny(`SELECT text FROM (${textAtBase('f.id', 'f.language', '$2')}) v`, 'b')}
  WHERE t.text IS DISTINCT FROM b.text
  ORDER BY f.place`;

const IS_LABEL_OF_BASE = '(v.base IS NOT DISTINCT FROM v.file OR (v.file IS NULL AND NOT v.was_told))';

const LABELS = `
  SELECT k.name, v.label, v.file, v.fills, false AS "isNowBase", v.now IS NOT DISTINCT FROM v.file AS "isFileNow",
         ${IS_LABEL_OF_BASE} AS "isFileBase",
         ${versions('v.now', 'v.base', `(v.now IS DISTINCT FROM v.file AND NOT ${IS_LABEL_OF_BASE})`)}
  FROM unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::uuid[]) WITH ORDINALITY
    AS f (name, description, rule, max_length, former_id, place)
  ${lookUp(keyByName('f.name', 'id, name, description, max_length, since'), 'k')}
  ${idAtBase('$2')}
  ${lookUpIfAny(
    `SELECT description, max_length, meta FROM ${versionsOf('w.id', 'description, max_length, meta')}
     WHERE h.project_id = $1 AND ${heldAt('$2', 'h')}`,
    'h',
  )}
  CROSS JOIN LATERAL (VALUES
    ('description', k.description, h.description, f.description, f.rule = 'fill',
     f.description IS NOT NULL OR f.rule = 'replace', ${isFromFile('h', '$8')}),
    ('max_length', k.max_length::text, h.max_length::text, f.max_length::text, false, f.max_length IS NOT NULL, true)
  ) AS v (label, now, base, file, fills, is_told, was_told)
  WHERE k.since > $2 AND v.is_told AND v.now IS DISTINCT FROM v.base`;
