import { DEFAULT_STATE, stateToNumber, type TranslationState } from '../../common/translation-state';
import { jsonbArray, smallintArray, textArray, uuidArray } from '../../database/array-parameter';
import { chunksOf, release, ROWS_PER_STATEMENT } from '../../database/chunks';
import type { PreparedStatement } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import type { CountedTexts, ProjectChanges, TextState } from '../project-changes';
import {
  INSERT,
  INSERT_SOURCES,
  REMOVE,
  REMOVE_OF_KEYS,
  removeLanguage,
  REPLACE,
  REPLACE_BY_SOURCES,
  REPLACE_ONE,
  REVERT,
  REVIVE,
  SET_META,
  SET_STATES,
} from './translation-statements';

/** The key and the language of a text. */
export type TextId = Pick<TextState, 'keyId' | 'language'>;

/** A text of the history. */
export interface EarlierText {
  /** The place of its row in the table (`ctid`). */
  place: string;
  /** See the column `text_revision`. */
  textRevision: string | null;
  /** The place of the text that the undone change has left, if it was replaced since and its metadata must be compared; else null. */
  leftPlace: string | null;
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
 * Writes the table `translations`; nothing else does. Rows are written in sets, one statement for up to 5,000 rows,
 * under the project's lock. The statements move the old rows to the history, and count what they change.
 */
export class TranslationStore {
  /** The first parameters of the statements that set texts. */
  private readonly author: readonly (string | null)[];
  /** The first parameters of the other ones. */
  private readonly version: readonly string[];

  /**
   * @param sourceLanguage of the project
   * @param authorId the person or the API key that writes, in the column `updated_by`
   * @param revision of the write
   */
  constructor(
    private readonly tx: Transaction,
    projectId: string,
    private readonly sourceLanguage: string,
    authorId: string | null,
    revision: string,
    private readonly changes: ProjectChanges,
  ) {
    this.author = [projectId, authorId, revision];
    this.version = [projectId, revision];
  }

  /** Inserts texts that do not exist yet, of keys that exist. */
  async insert(rows: Iterable<TextState>): Promise<void> {
    for (const chunk of chunksOf(rows, this.tx.rowsPerStatement, lengthOf)) {
      const values = [...this.author, ...columns(chunk), metaColumn(chunk)];
      this.recordInserted(chunk);
      release(chunk);
      await this.tx.rows(INSERT, values);
    }
  }

  /** Inserts texts of the history, which do not exist now, of keys that exist. */
  async revive(rows: Iterable<EarlierText>): Promise<void> {
    for (const chunk of chunksOf(rows)) await this.change(REVIVE, [...this.author, ...earlierColumns(chunk)]);
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
    this.recordInserted(rows.filter(({ keyId }) => inserted.has(keyId)));
    return inserted;
  }

  /**
   * Replaces texts that exist, with their metadata and states, which confirms them. Rows that would not change, or do
   * not exist, are left alone.
   */
  async replace(rows: Iterable<TextState>): Promise<void> {
    for (const chunk of chunksOf(rows, this.tx.rowsPerStatement, lengthOf)) {
      const [row] = chunk;
      if (chunk.length === 1 && row) await this.replaceOne(row);
      else await this.change(REPLACE, [...this.author, ...columns(chunk), metaColumn(chunk), this.sourceLanguage]);
    }
  }

  /** Replaces texts that exist by texts of the history. */
  async revert(rows: Iterable<EarlierText>): Promise<void> {
    for (const chunk of chunksOf(rows)) await this.change(REVERT, [...this.author, ...earlierColumns(chunk)]);
  }

  /** A prepared statement with plain values takes a third of the time that a set of one row takes. */
  private async replaceOne({ keyId, language, text, meta = null, state }: TextState): Promise<void> {
    const values = [language, keyId, text, stateToNumber(state), meta, this.sourceLanguage];
    await this.change(REPLACE_ONE, [...this.author, ...values]);
  }

  /** Sets the states of texts that exist, and confirms the texts. */
  async setStates(rows: Iterable<StateOfText>): Promise<void> {
    for (const chunk of chunksOf(rows)) {
      const values = [...idColumns(chunk), stateColumn(chunk), this.sourceLanguage];
      await this.change(SET_STATES, [...this.author, ...values]);
    }
  }

  /**
   * Copies the source texts of keys. The texts do not leave the database.
   *
   * @param rows of target languages, of keys with a source text: all of them have a text, or none has
   * @param exist whether they have
   */
  async copySources(rows: Iterable<TextId>, state: TranslationState, exist: boolean): Promise<void> {
    const statement = exist ? REPLACE_BY_SOURCES : INSERT_SOURCES;
    for (const chunk of chunksOf(rows)) {
      const values = [...idColumns(chunk), stateToNumber(state), this.sourceLanguage];
      await this.change(statement, [...this.author, ...values]);
    }
  }

  /** Sets one format's metadata of texts that exist; the texts and the metadata of other formats stay. */
  async setMeta(rows: Iterable<TextMeta>, metaId: string): Promise<void> {
    for (const chunk of chunksOf(rows)) {
      const values = [metaId, ...idColumns(chunk), metaColumn(chunk), this.sourceLanguage];
      await this.change(SET_META, [...this.version, ...values]);
    }
  }

  /** Removes texts; texts that do not exist are ignored. */
  async remove(ids: Iterable<TextId>): Promise<void> {
    for (const chunk of chunksOf(ids)) await this.change(REMOVE, [...this.version, ...idColumns(chunk)]);
  }

  /** Removes all texts of keys that are about to be deleted. */
  async removeOfKeys(keyIds: readonly string[]): Promise<void> {
    const texts = await this.tx.rows<CountedTexts>(REMOVE_OF_KEYS, [...this.version, uuidArray(keyIds)]);
    this.changes.record({ texts, withKeys: true });
  }

  /** Removes all texts of languages. @returns the number of removed texts */
  async removeLanguages(languages: readonly string[]): Promise<number> {
    let count = 0;
    for (const language of languages) {
      let lastKeyId = '00000000-0000-0000-0000-000000000000';
      for (;;) {
        const values = [...this.version, language, lastKeyId];
        const texts = await this.tx.rows<CountedTexts & { lastKeyId: string }>(
          removeLanguage(ROWS_PER_STATEMENT),
          values,
        );
        this.changes.record({ texts });
        const [removed] = texts;
        count += removed?.count ?? 0;
        if (!removed || removed.count < ROWS_PER_STATEMENT) break;
        ({ lastKeyId } = removed);
      }
    }
    return count;
  }

  /** Runs a statement that returns `CountedTexts`, and records them. */
  private async change(statement: PreparedStatement | string, values: unknown[]): Promise<void> {
    this.changes.record({ texts: await this.tx.rows<CountedTexts>(statement, values) });
  }

  private recordInserted(rows: readonly TextState[]): void {
    const counted = new Map<string, CountedTexts>();
    for (const { language, state = DEFAULT_STATE } of rows) {
      const texts = counted.get(language) ?? { language, effect: 'inserted', count: 0, reviewed: 0 };
      texts.count++;
      if (state === 'reviewed') texts.reviewed++;
      counted.set(language, texts);
    }
    this.changes.record({ texts: [...counted.values()] });
  }
}

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

const earlierColumns = (rows: readonly EarlierText[]): unknown[] => [
  rows.map(({ place }) => place),
  rows.map(({ textRevision }) => textRevision),
  rows.map(({ leftPlace }) => leftPlace),
];

const lengthOf = ({ text, meta }: TextState): number => text.length + (meta?.length ?? 0);

const metaColumn = (rows: readonly { meta?: string | null }[]): Buffer => jsonbArray(rows.map(({ meta }) => meta));
