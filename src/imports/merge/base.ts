import { textArray, uuidArray } from '../../database/array-parameter';
import { chunksOf } from '../../database/chunks';
import { hasRow, lookUp, lookUpIfAny } from '../../database/planned-reads';
import { readPages } from '../../database/row-pages';
import { assertKept, assertReached } from '../../project-write/as-of/revision';
import { heldAt } from '../../project-write/as-of/versions';
import type { ProjectWrite } from '../../project-write/project-write';
import { keyById, keyByName, textOf } from '../../project-write/stored-rows';
import type { TextId } from '../../project-write/stores/translation-store';
import { isKey } from '../../projects/id-prefix';
import { KeyIndex } from '../reading/packed/imported-keys';
import type { ImportedFile } from '../reading/imported-file';

/** A description that the project has changed since the base. */
export interface MovedDescription {
  name: string;
  now: string | null;
  base: string | null;
}

/** A text that the project has changed since the base. A null is no text. */
export interface MovedText extends TextId {
  now: string;
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
    assertKept(write.project.oldestRevision, revision, 'base');
    const formerIds = new Map<number, string>();
    let index: KeyIndex | undefined;
    const { tx, project } = write;
    for await (const page of readPages<{ id: string; name: string }>(
      tx,
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
    return new MergeBase(write, revision, formerIds);
  }

  /** Finds which of the project's keys had their names at the base. @returns whether each has changed since, by its id */
  async changedKeys(ids: readonly string[]): Promise<Map<string, boolean>> {
    const rows = await this.rows<{ id: string; isChanged: boolean }>(KEYS, [uuidArray(ids)]);
    return new Map(rows.map(({ id, isChanged }) => [id, isChanged]));
  }

  /** Reads the present and the former version of texts. */
  async texts(texts: readonly TextId[]): Promise<MovedText[]> {
    const [ids, languages] = [texts.map(({ keyId }) => keyId), texts.map(({ language }) => language)];
    return this.rows<MovedText>(TEXTS, [uuidArray(ids), textArray(languages)]);
  }

  /** Yields the descriptions of keys of the file that are other ones than at the base. */
  async *movedDescriptions({ keys }: ImportedFile): AsyncGenerator<MovedDescription> {
    for (const page of chunksOf(keys)) {
      const described = page.filter(({ descriptionRule = 'fill' }) => descriptionRule !== 'fill');
      if (described.length > 0)
        yield* await this.rows<MovedDescription>(DESCRIPTIONS, [textArray(described.map(({ name }) => name))]);
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
 * Returns SQL of whether a key `k` had its name at the base.
 *
 * @param base SQL of the revision
 */
export const hadName = (base: string): string =>
  `(k.since <= ${base} OR ${hasRow(
    `FROM keys_history h WHERE h.id = k.id AND h.project_id = $1 AND ${heldAt(base, 'h')} AND h.name = k.name`,
  )})`;

/**
 * Returns SQL of the text of a key at the base.
 *
 * @param base SQL of the revision
 */
export const textAtBase = (keyId: string, language: string, base: string): string => `
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

const TEXTS = `
  SELECT f.id AS "keyId", f.language, t.text AS now, b.text AS base
  FROM unnest($3::uuid[], $4::text[]) AS f (id, language)
  ${lookUp(textOf('f.id', 'f.language', 'text'), 't')}
  ${lookUpIfAny(`SELECT text FROM (${textAtBase('f.id', 'f.language', '$2')}) v`, 'b')}`;

const DESCRIPTIONS = `
  SELECT k.name, k.description AS now, h.description AS base FROM unnest($3::text[]) AS f (name)
  ${lookUp(keyByName('f.name', 'id, name, description, since'), 'k')}
  ${lookUp(
    `SELECT description FROM keys_history h WHERE h.id = k.id AND h.project_id = $1 AND ${heldAt('$2', 'h')} AND h.name = k.name`,
    'h',
  )}
  WHERE k.since > $2 AND k.description IS DISTINCT FROM h.description`;
