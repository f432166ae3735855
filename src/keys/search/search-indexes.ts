import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import type { Database } from '../../database/database';
import { prepared } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import { OutgrownIndexError, SearchIndex } from './search-index';
import { trigramsOf } from './trigrams';

/** The texts of fewer keys are compared in some milliseconds. */
const MIN_KEYS = 1_000;
/** The texts of more keys take longer to look up than the first keys that contain a frequent word take to find. */
const MAX_CANDIDATES = 5_000;
/** Milliseconds after its last search for which an index is kept. */
const IDLE_MS = 30 * 60_000;
/** Builds for which one organization may wait. */
const MAX_WAITING = 10;

const REVISION = prepared('SELECT revision FROM projects WHERE id = $1');

/** A project that is searched. */
export interface SearchedProject {
  id: string;
  organizationId: string;
  /** The number of its keys. */
  stringCount: number;
}

/** An entry of the cache. It is a new object each time it is set, because lru-cache weighs only new objects. */
interface Entry {
  /** Undefined: the index would take too much memory. */
  index?: SearchIndex;
}

/**
 * Keeps indexes of the texts of projects in memory. The first search of a project compares all texts, and its index is
 * built beside it; later searches bring the index up to the revision of their snapshot. The least recently used indexes
 * are dropped.
 */
@Injectable()
export class SearchIndexes implements BeforeApplicationShutdown {
  readonly counters = { builds: 0, indexed: 0, scans: 0 };
  private readonly logger = new Logger('Search');
  private readonly maxBytes: number;
  private readonly entries: LRUCache<string, Entry>;
  /** The builds that wait or run, by project. */
  private readonly building = new Map<string, Promise<void>>();
  /** Organizations take turns. One build takes as much memory as one index may. */
  private readonly turns = new FairSemaphore({
    slots: 1,
    slotsPerGroup: 1,
    maxWaiting: MAX_WAITING,
    createRefusal: () => new ProjectBusyError(),
  });
  private readonly stopping = new AbortController();
  private readonly purge: NodeJS.Timeout;

  constructor(@Inject(SETTINGS) { searchIndexBytes }: Pick<Settings, 'searchIndexBytes'>) {
    this.maxBytes = Math.floor(searchIndexBytes / 2);
    this.entries = new LRUCache({
      maxSize: this.maxBytes,
      sizeCalculation: ({ index }) => Math.max(1, index?.bytes ?? 0),
      ttl: IDLE_MS,
      updateAgeOnGet: true,
    });
    this.purge = setInterval(() => this.entries.purgeStale(), IDLE_MS / 10).unref();
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.entries.calculatedSize;
  }

  /** Ends the builds. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.purge);
    this.stopping.abort();
    await this.built();
  }

  /** Waits for the builds that have begun. */
  async built(): Promise<void> {
    await Promise.all(this.building.values());
  }

  /**
   * Returns the ids of all keys that contain a text in their name or in one of their texts, and of some others.
   *
   * @param tx a snapshot of the database
   * @returns undefined where all texts are to be compared
   */
  async candidates(
    tx: Transaction,
    database: Database,
    project: SearchedProject,
    text: string,
  ): Promise<readonly string[] | undefined> {
    const trigrams = trigramsOf([text]);
    const isIndexed = project.stringCount > MIN_KEYS && trigrams !== undefined && trigrams.length > 0;
    const ids = isIndexed ? await this.find(tx, database, project, Uint32Array.from(trigrams)) : undefined;
    this.counters[ids ? 'indexed' : 'scans']++;
    return ids;
  }

  private async find(
    tx: Transaction,
    database: Database,
    project: SearchedProject,
    trigrams: Uint32Array,
  ): Promise<readonly string[] | undefined> {
    const entry = this.entries.get(project.id);
    if (!entry) void this.build(database, project);
    if (!entry?.index) return undefined;
    const { index } = entry;
    const [found] = await tx.rows<{ revision: string }>(REVISION, [project.id]);
    try {
      const bytes = index.bytes;
      const ids = await index.candidates(tx, Number(found?.revision ?? 0), trigrams, MAX_CANDIDATES);
      if (index.bytes > bytes && this.entries.peek(project.id) === entry) this.entries.set(project.id, { index });
      return ids;
    } catch (error) {
      if (!(error instanceof OutgrownIndexError)) throw error;
      if (this.entries.peek(project.id)?.index === index) this.entries.delete(project.id);
      void this.build(database, project);
      return undefined;
    }
  }

  /** Builds the index of a project once, when it is the turn of its organization. */
  private build(database: Database, { id, organizationId }: SearchedProject): Promise<void> {
    const work = async (): Promise<void> => {
      this.counters.builds++;
      const index = await SearchIndex.build(database.shared, id, this.maxBytes, this.stopping.signal);
      if (index) this.entries.set(id, { index });
    };
    const build =
      this.building.get(id) ??
      this.turns
        .run(organizationId, work, { signal: this.stopping.signal })
        .catch((error: unknown) => this.handle(error, id))
        .finally(() => this.building.delete(id));
    this.building.set(id, build);
    return build;
  }

  /** Without an index, searches compare all texts. */
  private handle(error: unknown, projectId: string): void {
    if (error instanceof OutgrownIndexError) this.entries.set(projectId, {});
    else if (!this.stopping.signal.aborted && !(error instanceof ProjectBusyError))
      this.logger.warn(`the index of a project was not built: ${String(error)}`);
  }
}
