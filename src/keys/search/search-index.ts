import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import type { Database } from '../../database/database';
import { beginRead, lookUpAll } from '../../database/planned-reads';
import { prepared } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import { textsOf } from '../../project-write/stored-rows';
import { Signatures } from './signatures';
import { trigramsOf } from './trigrams';

/** Texts of a page, if they are short. */
const PAGE_TEXTS = 4_000;
/** Bytes of the texts of a page. A key with more is a page of its own. */
const PAGE_BYTES = 1_048_576;
/** With more changed rows, or more than the bytes of a page, an index is built anew. */
const MAX_CHANGED = 5_000;
/** States that are remembered for snapshots that are older than the latest. */
const MAX_STATES = 100;
/** Characters whose trigrams are collected without a pause. A text may have as many. */
const MAX_CHARACTERS = 65_536;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Rows are looked up in indexes, and pages are read in their order, whatever the statistics are. */
const READ = beginRead('inOrder');

const PROJECT = prepared('SELECT revision, cardinality(target_languages) + 1 AS languages FROM projects WHERE id = $1');

/** The names and texts of the next keys behind `$2`. Long texts are not read before it is known that they fit. */
const NEXT_TEXTS = prepared(`
  WITH texts AS MATERIALIZED (
    SELECT k.id, t.text, octet_length(t.text) AS bytes
    FROM (SELECT id, name FROM keys WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3) k
    ${lookUpAll(`SELECT k.name AS text UNION ALL ${textsOf('k.id', 'text')}`, 't')})
  SELECT id, text FROM (
    SELECT id, text, sum(bytes) OVER (ORDER BY id) - sum(bytes) OVER (PARTITION BY id) AS before FROM texts) t
  WHERE before < ${PAGE_BYTES} ORDER BY id`);

/** The names and texts that hold since a revision after `$2`, in no order. Texts beyond a limit of bytes are null. */
const CHANGED_TEXTS = prepared(`
  SELECT id, CASE WHEN sum(octet_length(text)) OVER (ROWS UNBOUNDED PRECEDING) <= ${PAGE_BYTES} THEN text END AS text
  FROM (
    SELECT id, name AS text FROM keys WHERE project_id = $1 AND since > $2
    UNION ALL SELECT key_id, text FROM translations WHERE project_id = $1 AND since > $2 LIMIT ${MAX_CHANGED + 1}) t`);

/** A name or a text of a key. */
interface TextRow {
  id: string;
  text: string | null;
}

/** The index is of no use any more. */
export class OutgrownIndexError extends Error {}

/**
 * A state of an index: it has the texts that a snapshot of the revision `from` or of a later one holds since `through`
 * or before.
 */
interface State {
  from: number;
  through: number;
}

/**
 * The trigrams of the names and texts of a project. Removed texts stay in it: it finds keys that may contain a text. So
 * a key that was deleted, renamed or restored needs no care, and the history is not read.
 */
export class SearchIndex {
  private readonly signatures = new Signatures();
  private builtBytes = 0;
  /** In ascending order. Whatever is added, an earlier state still holds. */
  private readonly states: State[] = [];

  private constructor(private readonly projectId: string) {}

  get bytes(): number {
    return this.signatures.bytes;
  }

  /**
   * Builds the index of a project page by page, and holds no connection in between.
   *
   * @returns undefined if the project was deleted
   * @throws OutgrownIndexError if it takes more than `maxBytes`; the reason of the signal
   */
  static async build(
    database: Database,
    projectId: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<SearchIndex | undefined> {
    const index = new SearchIndex(projectId);
    const revisions: number[] = [];
    for (let after: string | undefined = FIRST_ID; after !== undefined;) {
      signal.throwIfAborted();
      const page = await readPage(database, projectId, after);
      if (!page) return undefined;
      revisions.push(page.revision);
      await index.add(page.rows);
      if (index.bytes > maxBytes) throw new OutgrownIndexError();
      after = page.rows.at(-1)?.id;
    }
    index.builtBytes = index.bytes;
    index.states.push({ from: Math.max(...revisions), through: Math.min(...revisions) });
    return index;
  }

  /**
   * Returns the ids of the keys that may have all trigrams in a snapshot.
   *
   * @param revision of the snapshot
   * @returns undefined if there are more than the limit, or the snapshot is older than all states of the index
   * @throws OutgrownIndexError if too much has changed
   */
  async candidates(
    tx: Transaction,
    revision: number,
    trigrams: Uint32Array,
    limit: number,
  ): Promise<readonly string[] | undefined> {
    const state = this.states.findLast(({ from }) => from <= revision);
    if (!state) return undefined;
    if (state.through < revision) await this.addChanges(tx, state.through, revision);
    return this.signatures.find(trigrams, limit);
  }

  private async addChanges(tx: Transaction, since: number, revision: number): Promise<void> {
    const rows = await tx.rows<TextRow>(CHANGED_TEXTS, [this.projectId, since]);
    if (rows.length > MAX_CHANGED || rows.at(-1)?.text === null) throw new OutgrownIndexError();
    await this.add(rows);
    if (this.bytes > 2 * this.builtBytes) throw new OutgrownIndexError();
    // Searches in other snapshots may have added states meanwhile.
    const place = this.states.findLastIndex(({ from }) => from <= revision);
    if ((this.states[place]?.through ?? 0) >= revision) return;
    this.states.splice(place + 1, 0, { from: revision, through: revision });
    if (this.states.length > MAX_STATES) this.states.shift();
  }

  private async add(rows: readonly TextRow[]): Promise<void> {
    const yielder = new EventLoopYielder();
    for (const { id, texts } of partsOfKeys(rows)) {
      this.signatures.add(id, trigramsOf(texts));
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
  }
}

/** @returns undefined if the project was deleted */
const readPage = (
  database: Database,
  projectId: string,
  after: string,
): Promise<{ revision: number; rows: TextRow[] } | undefined> =>
  database.transaction(READ, async (tx) => {
    const [project] = await tx.rows<{ revision: string; languages: number }>(PROJECT, [projectId]);
    if (!project) return undefined;
    const limit = Math.ceil(PAGE_TEXTS / project.languages);
    return {
      revision: Number(project.revision),
      rows: await tx.rows<TextRow>(NEXT_TEXTS, [projectId, after, limit]),
    };
  });

/** Joins rows of one key that follow each other. Long texts make several parts. */
function* partsOfKeys(rows: readonly TextRow[]): Generator<{ id: string; texts: readonly string[] }> {
  let part: { id: string; texts: string[] } | undefined;
  let characters = 0;
  for (const { id, text } of rows) {
    if (part && (part.id !== id || characters > MAX_CHARACTERS)) {
      yield part;
      part = undefined;
    }
    if (!part) {
      part = { id, texts: [] };
      characters = 0;
    }
    part.texts.push(text ?? '');
    characters += part.texts.at(-1)?.length ?? 0;
  }
  if (part) yield part;
}
