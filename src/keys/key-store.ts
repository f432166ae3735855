import { validate as isUuid } from 'uuid';
import { jsonbArray, textArray, uuidArray } from '../database/array-parameter';
import { chunksOf, release, ROWS_PER_STATEMENT } from '../database/chunks';
import type { KeyState, TextState } from '../projects/write/project-changes';
import type { ProjectWrite } from '../projects/write/project-write';
import type { KeyWithTexts } from './key';
import { type KeyRow, toKey } from './key-query';
import {
  DELETE,
  DESCRIBE_KEEPING,
  DESCRIBE_OVERWRITING,
  FIND_IDS,
  FIND_WITH_TEXTS,
  INSERT,
  INSERT_WITH_TEXTS,
  RELEASE_NAMES,
  REVERT,
  REVIVE,
  UPDATE,
} from './key-statements';

/** What a request can change of a key itself. */
export type KeyLabels = Required<Omit<KeyState, 'meta'>>;

/** What a file tells of the key of a name. */
export type DescribedKey = Pick<KeyState, 'name' | 'description' | 'meta' | 'maxLength'>;

/** How keys are described. */
export interface Description {
  /** The member of the metadata that is the format's. */
  metaId: string;
  /** Whether descriptions, metadata and length limits that exist are replaced; otherwise only missing ones are set. */
  overwrite: boolean;
  /** Tags to add, sorted. */
  tags: readonly string[];
}

/** A changed row: the key as it is, and with the prefix `old` as it was. */
type ChangedRow = Required<Pick<KeyState, 'id' | 'name' | 'description' | 'meta'>> & {
  oldName: string;
  oldDescription: string | null;
  oldMeta: string | null;
};

/**
 * Writes the table `keys`; nothing else does. Rows are written in sets, one statement for up to 5,000 rows, under the
 * project's lock. Each set is recorded with the rows that the database held before.
 */
export class KeyStore {
  constructor(private readonly write: ProjectWrite) {}

  /** Inserts keys with names that the project does not have. */
  async insert(keys: Iterable<KeyState>): Promise<void> {
    for (const chunk of chunksOf(keys, ROWS_PER_STATEMENT, lengthOf)) {
      const values = [...this.version, ...columns(chunk)];
      this.write.changes.record({ keys: { before: null, after: chunk } });
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
    this.write.changes.record({ keys: { before: null, after: keys.filter(({ id }) => inserted.has(id)) } });
    return inserted;
  }

  /** Sets names, descriptions, tags and length limits. The names must be free. */
  async update(keys: readonly KeyLabels[]): Promise<void> {
    for (const chunk of chunksOf(keys)) {
      const values = [...this.version, ...labelColumns(chunk), tagsColumn(chunk), lengthsColumn(chunk)];
      this.recordChanged(await this.write.tx.rows<ChangedRow>(UPDATE, values));
    }
  }

  /**
   * Sets descriptions, length limits and one format's metadata of the keys that have these names, and adds tags; names that the
   * project does not have are ignored. The metadata of other formats stays.
   *
   * @param keys with room for the tags
   */
  async describe(keys: Iterable<DescribedKey>, { metaId, overwrite, tags }: Description): Promise<void> {
    for (const chunk of chunksOf(keys, ROWS_PER_STATEMENT, lengthOf)) {
      const changed = await this.write.tx.rows<ChangedRow>(overwrite ? DESCRIBE_OVERWRITING : DESCRIBE_KEEPING, [
        ...this.version,
        textArray(chunk.map(({ name }) => name)),
        textArray(chunk.map(({ description }) => description)),
        jsonbArray(chunk.map(({ meta }) => (meta ? `{${JSON.stringify(metaId)}:${meta}}` : '{}'))),
        lengthsColumn(chunk),
        tags.length > 0 ? JSON.stringify(tags) : null,
      ]);
      this.recordChanged(changed);
    }
  }

  /** Puts back the names and all else that keys had at a revision. The names must be free, or be those of these keys. */
  async revert(ids: Iterable<string>, revision: number): Promise<void> {
    const all = [...ids];
    for (const chunk of chunksOf(all)) {
      await this.write.tx.rows(RELEASE_NAMES, [this.projectId, uuidArray(chunk)]);
    }
    for (const chunk of chunksOf(all)) {
      const values = [...this.version, uuidArray(chunk), revision];
      this.recordChanged(await this.write.tx.rows<ChangedRow>(REVERT, values));
    }
  }

  /** Puts back deleted keys, without texts, with the ids and names that they had at a revision. The names must be free. */
  async revive(ids: Iterable<string>, revision: number): Promise<void> {
    for (const chunk of chunksOf(ids)) {
      const values = [...this.version, uuidArray(chunk), revision];
      const after = await this.write.tx.rows<KeyState>(REVIVE, values);
      this.write.changes.record({ keys: { before: null, after } });
    }
  }

  /** Deletes keys with their texts. @returns the ids of the keys that existed */
  async delete(ids: readonly string[]): Promise<Set<string>> {
    const deleted = new Set<string>();
    // Fewer keys for each statement if the project has many languages, because their texts are returned.
    const size = Math.ceil(ROWS_PER_STATEMENT / this.write.languages.length);
    for (const chunk of chunksOf(
      ids.filter((id) => isUuid(id)),
      size,
    )) {
      // The foreign key would remove the texts too, but without a record of them.
      await this.write.translations.removeOfKeys(chunk);
      const before = await this.write.tx.rows<KeyState>(DELETE, [...this.version, uuidArray(chunk)]);
      for (const { id } of before) deleted.add(id);
      this.write.changes.record({ keys: { before, after: null } });
    }
    return deleted;
  }

  /** @returns ids by name, of the names that the project has */
  async findIds(names: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.write.tx.rows<{ id: string; name: string }>(FIND_IDS, [this.projectId, textArray(names)]);
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  /** @returns keys by id, of the ids that the project has */
  async findWithTexts(ids: readonly string[]): Promise<Map<string, KeyWithTexts>> {
    const uuids = ids.filter((id) => isUuid(id));
    const rows = await this.write.tx.rows<KeyRow>(FIND_WITH_TEXTS, [this.projectId, uuidArray(uuids)]);
    return new Map(rows.map((row) => [row.id, toKey(row, this.write.languages)]));
  }

  /** The first parameters of the statements that write. */
  private get version(): readonly string[] {
    return [this.projectId, this.write.nextRevision];
  }

  private get projectId(): string {
    return this.write.project.id;
  }

  private recordChanged(rows: readonly ChangedRow[]): void {
    if (rows.length === 0) return;
    const before = rows.map(({ id, oldName, oldDescription, oldMeta }) => {
      return { id, name: oldName, description: oldDescription, meta: oldMeta };
    });
    const after = rows.map(({ id, name, description, meta }) => ({ id, name, description, meta }));
    this.write.changes.record({ keys: { before, after } });
  }
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

const lengthsColumn = (keys: readonly Pick<KeyState, 'maxLength'>[]): unknown =>
  keys.map(({ maxLength }) => maxLength ?? null);

const columns = (keys: readonly KeyState[]): unknown[] => [
  ...labelColumns(keys),
  jsonbArray(keys.map(({ meta }) => meta)),
  tagsColumn(keys),
  lengthsColumn(keys),
];
