import { stateOfNumber, stateToNumber, type TranslationState } from '../../common/translation-state';
import { jsonbArray, smallintArray, textArray, uuidArray } from '../../database/array-parameter';
import { chunksOf, release, ROWS_PER_STATEMENT } from '../../database/chunks';
import type { PreparedStatement } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import type { ProjectChanges, TextState } from './project-changes';
import {
  INSERT,
  INSERT_AS_WAS,
  REMOVE,
  REMOVE_OF_KEYS,
  removeLanguage,
  REPLACE,
  REPLACE_AS_WAS,
  REPLACE_ONE,
  SET_META,
  SET_STATES,
} from './translation-statements';

/** The key and the language of a text. */
export type TextId = Pick<TextState, 'keyId' | 'language'>;

/** The old content of a replaced row. */
interface ReplacedRow {
  /** Index in the set of rows. */
  index: number;
  text: string;
  meta: string | null;
  state: number;
}

/** A text as it was. */
export interface EarlierText extends TextState {
  /** See the column `text_revision`. */
  textRevision: string | null;
}

/** The state of a text. */
export interface StateOfText extends TextId {
  state: TranslationState;
}

/** The metadata that one format has for a text. */
export interface TextMeta extends TextId {
  /** JSON text; null removes the format's metadata. */
  meta: string | null;
}

/**
 * Writes the table `translations`; nothing else does. Rows are written in sets, one statement for up to 5,000 rows, under
 * the project's lock. Each set is recorded with the rows that the database held before, which move to the history.
 */
export class TranslationStore {
  /** The first parameters of the statements that set texts. */
  private readonly author: readonly string[];
  /** The first parameters of the other ones. */
  private readonly version: readonly string[];

  /**
   * @param sourceLanguage of the project
   * @param apiKeyId the API key that writes, in the column `updated_by`
   * @param revision of the write
   */
  constructor(
    private readonly tx: Transaction,
    projectId: string,
    private readonly sourceLanguage: string,
    apiKeyId: string,
    revision: string,
    private readonly changes: ProjectChanges,
  ) {
    this.author = [projectId, apiKeyId, revision];
    this.version = [projectId, revision];
  }

  /** Inserts texts that do not exist yet, of keys that exist. */
  async insert(rows: Iterable<TextState>): Promise<void> {
    for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT, lengthOf)) {
      const values = [...this.author, ...columns(chunk), metaColumn(chunk)];
      this.changes.record({ texts: { before: null, after: chunk } });
      release(chunk);
      await this.tx.rows(INSERT, values);
    }
  }

  /** Inserts texts as they were. */
  async insertAsWas(rows: Iterable<EarlierText>): Promise<void> {
    for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT, lengthOf)) {
      await this.tx.rows(INSERT_AS_WAS, [...this.author, ...columns(chunk), metaColumn(chunk), revisions(chunk)]);
      this.changes.record({ texts: { before: null, after: chunk } });
    }
  }

  /**
   * Inserts keys, then their texts, in one statement: creating a key takes one round trip.
   *
   * @param statement see `insertingKeys`
   * @param keyValues its values from `$8` on
   * @returns the ids of the keys that were inserted; texts of other keys are not
   */
  async insertWithKeys(
    statement: PreparedStatement,
    keyValues: readonly unknown[],
    rows: readonly TextState[],
  ): Promise<Set<string>> {
    const values = [...this.author, ...columns(rows), ...keyValues];
    const inserted = new Set((await this.tx.rows<{ id: string }>(statement, values)).map(({ id }) => id));
    this.changes.record({ texts: { before: null, after: rows.filter(({ keyId }) => inserted.has(keyId)) } });
    return inserted;
  }

  /** Replaces texts that exist, with their metadata and states, which confirms them. Rows that would not change, or do not exist, are left alone. */
  async replace(rows: Iterable<TextState>): Promise<void> {
    for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT, lengthOf)) {
      const [row] = chunk;
      if (chunk.length === 1 && row) {
        await this.replaceOne(row);
        continue;
      }
      const values = [...this.author, ...columns(chunk), metaColumn(chunk), this.sourceLanguage];
      this.recordReplaced(chunk, await this.tx.rows<ReplacedRow>(REPLACE, values));
    }
  }

  /** Replaces texts that exist by those that were. */
  async replaceAsWas(rows: Iterable<EarlierText>): Promise<void> {
    for (const chunk of chunksOf(rows, ROWS_PER_STATEMENT, lengthOf)) {
      const values = [...this.author, ...columns(chunk), metaColumn(chunk), revisions(chunk)];
      this.recordReplaced(chunk, await this.tx.rows<ReplacedRow>(REPLACE_AS_WAS, values));
    }
  }

  /** A prepared statement with plain values takes a third of the time that a set of one row takes. */
  private async replaceOne(row: TextState): Promise<void> {
    const { keyId, language, text, meta = null, state } = row;
    const values = [...this.author, language, keyId, text, stateToNumber(state), meta, this.sourceLanguage];
    this.recordReplaced([row], await this.tx.rows<ReplacedRow>(REPLACE_ONE, values));
  }

  private recordReplaced(rows: readonly TextState[], replaced: readonly ReplacedRow[]): void {
    const before: TextState[] = [];
    const after: TextState[] = [];
    for (const { index, text, meta, state } of replaced) {
      const row = rows[index];
      if (!row) continue;
      before.push({ keyId: row.keyId, language: row.language, text, meta, state: stateOfNumber(state) });
      after.push(row);
    }
    if (after.length > 0) this.changes.record({ texts: { before, after } });
  }

  /** Sets the states of texts that exist, and confirms the texts. */
  async setStates(rows: Iterable<StateOfText>): Promise<void> {
    for (const chunk of chunksOf(rows)) {
      const changed = await this.tx.rows<StoredText & { newState: number }>(SET_STATES, [
        ...this.author,
        ...idColumns(chunk),
        stateColumn(chunk),
        this.sourceLanguage,
      ]);
      if (changed.length === 0) continue;
      const before = changed.map(toTextState);
      const after = changed.map((row) => ({ ...toTextState(row), state: stateOfNumber(row.newState) }));
      this.changes.record({ texts: { before, after } });
    }
  }

  /** Sets one format's metadata of texts that exist; the texts and the metadata of other formats stay. */
  async setMeta(rows: Iterable<TextMeta>, metaId: string): Promise<void> {
    for (const chunk of chunksOf(rows)) {
      const changed = await this.tx.rows<StoredText & { newMeta: string | null }>(SET_META, [
        ...this.version,
        metaId,
        ...idColumns(chunk),
        metaColumn(chunk),
        this.sourceLanguage,
      ]);
      if (changed.length === 0) continue;
      const before = changed.map(toTextState);
      const after = changed.map((row) => ({ ...toTextState(row), meta: row.newMeta }));
      this.changes.record({ texts: { before, after } });
    }
  }

  /** Removes texts; those that do not exist are ignored. */
  async remove(ids: Iterable<TextId>): Promise<void> {
    for (const chunk of chunksOf(ids)) {
      await this.removeRows(REMOVE, idColumns(chunk));
    }
  }

  /** Removes all texts of keys that are about to be deleted. */
  async removeOfKeys(keyIds: readonly string[]): Promise<void> {
    await this.removeRows(REMOVE_OF_KEYS, [uuidArray(keyIds)]);
  }

  /** Removes all texts of languages. @returns the number of removed texts */
  async removeLanguages(languages: readonly string[]): Promise<number> {
    let count = 0;
    for (const language of languages) {
      let lastKeyId = '00000000-0000-0000-0000-000000000000';
      for (;;) {
        const removed = await this.removeRows(removeLanguage(ROWS_PER_STATEMENT), [language, lastKeyId]);
        count += removed.length;
        if (removed.length < ROWS_PER_STATEMENT) break;
        lastKeyId = removed.reduce((last, { keyId }) => (keyId > last ? keyId : last), lastKeyId);
      }
    }
    return count;
  }

  private async removeRows(statement: string, values: unknown[]): Promise<TextState[]> {
    const rows = await this.tx.rows<StoredText>(statement, [...this.version, ...values]);
    const removed = rows.map(toTextState);
    if (removed.length > 0) this.changes.record({ texts: { before: removed, after: null } });
    return removed;
  }
}

/** A text as a statement returns it. */
type StoredText = Omit<TextState, 'state'> & { state: number };

const toTextState = ({ keyId, language, text, meta, state }: StoredText): TextState => ({
  keyId,
  language,
  text,
  meta,
  state: stateOfNumber(state),
});

const idColumns = (rows: readonly TextId[]): unknown[] => [
  textArray(rows.map(({ language }) => language)),
  uuidArray(rows.map(({ keyId }) => keyId)),
];

const columns = (rows: readonly TextState[]): unknown[] => [
  ...idColumns(rows),
  textArray(rows.map(({ text }) => text)),
  stateColumn(rows),
];

const stateColumn = (rows: readonly { state?: TranslationState }[]): Buffer =>
  smallintArray(rows.map(({ state }) => stateToNumber(state)));

const revisions = (rows: readonly EarlierText[]): (string | null)[] => rows.map(({ textRevision }) => textRevision);

const lengthOf = ({ text, meta }: TextState): number => text.length + (meta?.length ?? 0);

const metaColumn = (rows: readonly { meta?: string | null }[]): Buffer => jsonbArray(rows.map(({ meta }) => meta));
