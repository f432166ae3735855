import { validate as isUuid } from 'uuid';
import { namespaceOf } from '../../common/namespace-of';
import { jsonbArray, textArray, uuidArray } from '../../database/array-parameter';
import { chunksOf, release, ROWS_PER_STATEMENT } from '../../database/chunks';
import type { CountedKeys, KeyState, TextState } from '../project-changes';
import type { ProjectWrite } from '../project-write';
import type { ReversalTarget } from './reversal-target';
import { PATH } from './nested-path';
import {
  CHANGE_TAGS,
  COUNT_FILLED,
  COUNT_OVERWRITTEN,
  DELETE,
  DESCRIBE_KEEPING,
  DESCRIBE_OVERWRITING,
  FIND_IDS,
  FIND_PATH,
  INSERT,
  INSERT_WITH_TEXTS,
  NAME_BY_SOURCE,
  RELEASE_NAMES,
  REVERT,
  REVIVE,
  UPDATE,
} from './key-statements';

/** What a request can change of a key itself. */
export type KeyLabels = Required<Omit<KeyState, 'meta'>>;

/** What a file contains about the key of a name. */
export interface DescribedKey extends Pick<KeyState, 'name' | 'description' | 'meta' | 'maxLength'> {
  /**
   * `replace`: a description that came from an earlier file of the format is removed without one; `set`: it stays;
   * `fill` (default): the description is for a key without one.
   */
  descriptionRule?: 'replace' | 'set' | 'fill';
  /** JSON text of how a nested file holds the key. Default: the file tells nothing, or has it as the name shows it. */
  path?: string;
}

/** A key that a file of the source language names, while only files of other languages did so. */
export interface KeyOfSource {
  id: string;
  /** The digest of its source text, where files of other languages keep another one. */
  firstSource?: number;
}

/** How keys are described. */
export interface Description {
  /** The member of the metadata that is the format's. */
  metaId: string;
  /** Whether descriptions, metadata and length limits that exist are replaced; otherwise only missing ones are set. */
  overwrite: boolean;
  /** Tags to add, sorted. */
  tags: readonly string[];
  /** Whether the keys lose the paths that the file does not have, if those that exist are replaced. Default: false. */
  clearsPaths?: boolean;
}

/**
 * Writes the table `keys`; nothing else does. Rows are written in sets, one statement for up to 5,000 rows, under the
 * project's lock. The statements count what they change.
 */
export class KeyStore {
  constructor(private readonly write: ProjectWrite) {}

  /** Inserts keys with names that the project does not have. */
  async insert(keys: Iterable<KeyState>): Promise<void> {
    for (const chunk of chunksOf(keys, this.write.tx.rowsPerStatement, lengthOf)) {
      const values = [...this.version, ...columns(chunk)];
      this.recordInserted(chunk);
      release(chunk);
      await this.write.tx.rows(INSERT, values);
    }
  }

  /**
   * Inserts up to 1,000 keys with their texts in one statement. Keys with names that the project has are skipped.
   *
   * @returns the ids of the keys that were inserted
   */
  async insertWithTexts(keys: readonly KeyState[], texts: readonly TextState[]): Promise<Set<string>> {
    const inserted = await this.write.translations.insertWithKeys(INSERT_WITH_TEXTS, columns(keys), texts);
    this.recordInserted(keys.filter(({ id }) => inserted.has(id)));
    return inserted;
  }

  /** Sets names, descriptions, tags and length limits. The names must be free. */
  async update(keys: readonly KeyLabels[]): Promise<void> {
    for (const chunk of chunksOf(keys)) {
      const values = [...labelColumns(chunk), tagsColumn(chunk), lengthsColumn(chunk)];
      await this.change(UPDATE, values);
    }
  }

  /**
   * Sets descriptions, length limits and one format's metadata of the keys that have these names, and adds tags; names
   * that the project does not have are ignored. The metadata of other formats stays.
   *
   * @param keys with room for the tags
   * @returns the places of the keys that have got another description
   */
  async describe(
    keys: Iterable<DescribedKey>,
    { metaId, overwrite, tags, clearsPaths }: Description,
  ): Promise<number[]> {
    const described: number[] = [];
    let first = 0;
    for (const chunk of chunksOf(keys, ROWS_PER_STATEMENT, lengthOf)) {
      const changed = await this.change<{ described: number[] }>(overwrite ? DESCRIBE_OVERWRITING : DESCRIBE_KEEPING, [
        textArray(chunk.map(({ name }) => name)),
        textArray(chunk.map(({ description }) => description)),
        jsonbArray(chunk.map((key) => membersOf(key, metaId))),
        lengthsColumn(chunk),
        tags.length > 0 ? JSON.stringify(tags) : null,
        metaId,
        rulesColumn(chunk),
        ...(overwrite ? [clearsPaths === true] : []),
      ]);
      for (const { described: places } of changed) for (const place of places) described.push(first + place - 1);
      first += chunk.length;
    }
    return described;
  }

  /** Returns how many of up to 5,000 keys get another description or length limit by `describe`. */
  async countDescribed(
    keys: readonly DescribedKey[],
    { metaId, overwrite }: Pick<Description, 'metaId' | 'overwrite'>,
  ): Promise<number> {
    const [row] = await this.write.tx.rows<{ count: number }>(overwrite ? COUNT_OVERWRITTEN : COUNT_FILLED, [
      this.projectId,
      textArray(keys.map(({ name }) => name)),
      textArray(keys.map(({ description }) => description)),
      lengthsColumn(keys),
      rulesColumn(keys),
      ...(overwrite ? [metaId] : []),
    ]);
    return row?.count ?? 0;
  }

  /** Removes and adds tags. The keys must have room for them. */
  async changeTags(ids: Iterable<string>, removed: readonly string[], added: readonly string[]): Promise<void> {
    for (const chunk of chunksOf(ids)) await this.change(CHANGE_TAGS, [uuidArray(chunk), removed, added]);
  }

  /** Sets that files of the source language name keys. */
  async nameBySource(keys: Iterable<KeyOfSource>): Promise<void> {
    for (const chunk of chunksOf(keys)) {
      const digests = chunk.map(({ firstSource = null }) => firstSource);
      await this.change(NAME_BY_SOURCE, [uuidArray(chunk.map(({ id }) => id)), digests]);
    }
  }

  /**
   * Puts back the names and all else that keys had at the target. The names must be free, or belong to these keys.
   *
   * @param ids can be iterated twice
   */
  async revert(ids: Iterable<string>, { to, only }: ReversalTarget): Promise<void> {
    for (const chunk of chunksOf(ids)) await this.write.tx.rows(RELEASE_NAMES, [this.projectId, uuidArray(chunk)]);
    for (const chunk of chunksOf(ids)) await this.change(REVERT, [uuidArray(chunk), to, only ?? null]);
  }

  /**
   * Puts back deleted keys, without texts, with the ids and names that they had at a revision. The names must be free.
   */
  async revive(ids: Iterable<string>, revision: number): Promise<void> {
    for (const chunk of chunksOf(ids)) await this.change(REVIVE, [uuidArray(chunk), revision]);
  }

  /** Deletes keys with their texts. @returns the ids of the keys that existed */
  async delete(ids: readonly string[]): Promise<Set<string>> {
    const deleted = new Set<string>();
    // Fewer keys for each statement if the project has many languages, because their texts are removed before them.
    const size = Math.ceil(ROWS_PER_STATEMENT / this.write.languages.length);
    for (const chunk of chunksOf(
      ids.filter((id) => isUuid(id)),
      size,
    )) {
      // The foreign key would remove the texts too, but without a record of them.
      await this.write.translations.removeOfKeys(chunk);
      const values = [...this.version, uuidArray(chunk)];
      const keys = await this.write.tx.rows<CountedKeys & { ids: string[] }>(DELETE, values);
      this.write.changes.record({ keys });
      for (const { ids: removed } of keys) for (const id of removed) deleted.add(id);
    }
    return deleted;
  }

  /** Returns whether a key has a path. */
  async hasPaths(): Promise<boolean> {
    return (await this.write.tx.rows(FIND_PATH, [this.projectId])).length > 0;
  }

  /** @returns ids by name, of the names that the project has */
  async findIds(names: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.write.tx.rows<{ id: string; name: string }>(FIND_IDS, [this.projectId, textArray(names)]);
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  /** The first parameters of the statements that write. */
  private get version(): readonly string[] {
    return [this.projectId, this.write.nextRevision];
  }

  private get projectId(): string {
    return this.write.project.id;
  }

  private recordInserted(keys: readonly KeyState[]): void {
    const counted = keys.map(({ name }) => ({ namespace: namespaceOf(name), effect: 'inserted', count: 1 }) as const);
    this.write.changes.record({ keys: counted });
  }

  /** Runs a statement that returns `CountedKeys`, and records them. @param values from `$3` on. @returns the rows */
  private async change<Row>(statement: string, values: unknown[]): Promise<(CountedKeys & Row)[]> {
    const keys = await this.write.tx.rows<CountedKeys & Row>(statement, [...this.version, ...values]);
    this.write.changes.record({ keys });
    return keys;
  }
}

/** Returns what a file contains about a key as members of its metadata. */
function membersOf({ meta, path }: DescribedKey, metaId: string): string {
  const members = [];
  if (meta) members.push(`${JSON.stringify(metaId)}:${meta}`);
  if (path) members.push(`${JSON.stringify(PATH)}:${path}`);
  return `{${members.join(',')}}`;
}

const lengthOf = ({ name, description, meta }: DescribedKey): number =>
  name.length + (description?.length ?? 0) + (meta?.length ?? 0);

const labelColumns = (keys: readonly KeyState[]): unknown[] => [
  uuidArray(keys.map(({ id }) => id)),
  textArray(keys.map(({ name }) => name)),
  textArray(keys.map(({ description }) => description)),
];

const tagsColumn = (keys: readonly KeyState[]): unknown =>
  jsonbArray(keys.map(({ tags }) => (tags && tags.length > 0 ? JSON.stringify(tags) : null)));

const rulesColumn = (keys: readonly DescribedKey[]): unknown =>
  textArray(keys.map(({ descriptionRule = 'fill' }) => descriptionRule));

const lengthsColumn = (keys: readonly Pick<KeyState, 'maxLength'>[]): unknown =>
  keys.map(({ maxLength }) => maxLength ?? null);

const columns = (keys: readonly KeyState[]): unknown[] => [
  ...labelColumns(keys),
  jsonbArray(keys.map(({ meta }) => meta)),
  tagsColumn(keys),
  lengthsColumn(keys),
];
