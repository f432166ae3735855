import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { Audience } from '../common/scheduling/audience';
import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import type { Database } from '../database/database';
import { Reads } from '../database/reads';
import type { Transaction } from '../database/transaction';
import { ProjectNotFoundError } from '../project-write/project-errors';
import { PROJECT_COLUMNS, type VisibleProject } from '../project-write/visible-project';
import { ProjectsService } from '../projects/projects.service';
import { assertReached } from '../project-write/as-of/revision';
import type { StatisticsQuery } from './dto/statistics.query';
import { KeptStatistics } from './kept-statistics';
import type { ProjectStatistics } from './statistics';
import { continueStatistics } from './statistics-changes';
import { countTexts } from './statistics-query';
import { beginRead } from '../database/planned-reads';

/** The numbers, of a language in a namespace each, of all cached statistics together. */
const MAX_CACHED = 1_000_000;
/** The numbers of one answer: by namespace, a project has one for each language in each of them. */
const MAX_ANSWERED = 100_000;
/** The changed rows from which on continued statistics are kept in the database, so that a new process has few to count. */
const MAX_UNKEPT_ROWS = 500;

/**
 * Counts the texts of projects by state. The numbers of a revision never change, so they are kept, in memory and in the
 * database, and the next ones are continued from them.
 */
@Injectable()
export class StatisticsService {
  /** The last statistics of each project, by its id. */
  private readonly cache = new LRUCache<string, CachedStatistics>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ statistics }) => 1 + sizeOf(statistics),
  });
  /** Counts under way, which requests share. */
  private readonly running = new Map<string, SharedCount>();
  /** Each count takes a connection, and memory of the database. Organizations take turns. */
  private readonly turns = new FairSemaphore({
    slots: 2,
    slotsPerGroup: 1,
    timeoutMs: 30_000,
    createRefusal: () => new ProjectBusyError(),
  });

  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly kept: KeptStatistics,
  ) {}

  /**
   * @throws ProjectNotFoundError, UnknownRevisionError; ValidationFailedError for more namespaces than an answer can
   *   have
   */
  async get(
    principal: Principal,
    projectId: string,
    { by, minRevision }: StatisticsQuery,
    client: () => AbortSignal,
  ): Promise<ProjectStatistics> {
    const statistics = await this.reads.run(async (database) => {
      const project = await this.projects.get(principal, projectId, database);
      assertReached(project.revision, minRevision);
      const cached = this.cache.get(project.id)?.statistics;
      if (cached?.revision === project.revision) return cached;
      const { audience, result } = this.share(database, principal.organizationId, project);
      return audience.wait(result, client());
    });
    if (by === 'namespace' && sizeOf(statistics) > MAX_ANSWERED) {
      const detail = `the project has more than ${MAX_ANSWERED} languages in namespaces`;
      throw new ValidationFailedError([{ parameter: 'by', code: 'too_many', detail }]);
    }
    return statistics;
  }

  /** Forgets the statistics of all projects, as a new process has none. */
  clear(): void {
    this.cache.clear();
  }

  private share(database: Database, organizationId: string, project: VisibleProject): SharedCount {
    const id = `${project.id} ${project.revision}`;
    const running = this.running.get(id);
    // An abandoned count is cancelled.
    if (running && !running.audience.signal.aborted) return running;
    const audience = new Audience();
    const result = this.count(this.reads.limit(database, audience.signal), organizationId, project, audience.signal);
    const shared = { audience, result };
    const forget = (): void => void (this.running.get(id) === shared && this.running.delete(id));
    result.then(forget, forget);
    this.running.set(id, shared);
    return shared;
  }

  private count(
    database: Database,
    organizationId: string,
    known: VisibleProject,
    signal: AbortSignal,
  ): Promise<ProjectStatistics> {
    const count = async (): Promise<ProjectStatistics> => {
      const counted =
        (await database.transaction(beginRead('lookUps'), (tx) => this.continued(tx, known.id))) ??
        (await database.transaction(beginRead('counts'), async (tx) => ({
          statistics: await countTexts(tx, await find(tx, known.id)),
          unkeptRows: Infinity,
        })));
      this.keep(known.id, counted);
      return counted.statistics;
    };
    return this.turns.run(organizationId, count, { signal });
  }

  /** Continues the statistics in memory, or the ones in the database, where another process may have kept newer ones. */
  private async continued(tx: Transaction, id: string): Promise<CachedStatistics | undefined> {
    const project = await find(tx, id);
    const from = async (before: CachedStatistics | undefined): Promise<CachedStatistics | undefined> => {
      const continued = before && (await continueStatistics(tx, project, before.statistics));
      return continued && { ...continued, unkeptRows: before.unkeptRows + continued.changedRows };
    };
    return (await from(this.cache.get(id))) ?? from(await this.kept.read(tx, id));
  }

  /** A replica of the database may be behind another one. */
  private keep(id: string, { statistics, unkeptRows }: CachedStatistics): void {
    const cached = this.cache.get(id);
    if (cached && Number(cached.statistics.revision) >= Number(statistics.revision)) return;
    const isDue = unkeptRows >= MAX_UNKEPT_ROWS;
    this.cache.set(id, { statistics, unkeptRows: isDue ? 0 : unkeptRows });
    if (isDue) this.kept.write(id, statistics);
  }
}

/** Statistics, and the number of rows that changed after the statistics in the database were kept. */
interface CachedStatistics {
  readonly statistics: ProjectStatistics;
  readonly unkeptRows: number;
}

/** A count that requests share. */
interface SharedCount {
  audience: Audience;
  result: Promise<ProjectStatistics>;
}

/** Returns the project of a snapshot. It may have changed since it was looked up. @throws ProjectNotFoundError */
async function find(tx: Transaction, id: string): Promise<VisibleProject> {
  const [project] = await tx.rows<VisibleProject>(FIND, [id]);
  if (!project) throw new ProjectNotFoundError();
  return project;
}

const FIND = `SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = $1`;

const sizeOf = ({ namespaces, languages }: ProjectStatistics): number => namespaces.size * languages.size;
