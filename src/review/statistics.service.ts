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
import type { ProjectStatistics } from './statistics';
import { continueStatistics } from './statistics-changes';
import { countTexts } from './statistics-query';
import { beginRead } from '../database/planned-reads';

/** The numbers, of a language in a namespace each, of all cached statistics together. */
const MAX_CACHED = 1_000_000;
/** The numbers of one answer: by namespace, a project has one for each language in each of them. */
const MAX_ANSWERED = 100_000;

/**
 * Counts the texts of projects by state. The numbers of a revision never change, so they are kept, and the next ones are
 * continued from them.
 */
@Injectable()
export class StatisticsService {
  /** The last statistics of each project, by its id. */
  private readonly cache = new LRUCache<string, ProjectStatistics>({
    maxSize: MAX_CACHED,
    sizeCalculation: (statistics) => 1 + sizeOf(statistics),
  });
  /** Counts under way, which requests share. */
  private readonly running = new Map<string, SharedCount>();
  /** Each count takes a connection. Organizations take turns. */
  private readonly turns = new FairSemaphore({
    slots: 2,
    slotsPerGroup: 1,
    timeoutMs: 30_000,
    createRefusal: () => new ProjectBusyError(),
  });

  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
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
      const cached = this.cache.get(project.id);
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

  /** Forgets the statistics of all projects. */
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
      const before = this.cache.get(known.id);
      const continued =
        before &&
        (await database.transaction(beginRead('lookUps'), async (tx) =>
          continueStatistics(tx, await find(tx, known.id), before),
        ));
      const statistics =
        continued ??
        (await database.transaction(beginRead('whole'), async (tx) => countTexts(tx, await find(tx, known.id))));
      this.keep(known.id, statistics);
      return statistics;
    };
    return this.turns.run(organizationId, count, { signal });
  }

  /** A replica of the database may be behind another one. */
  private keep(id: string, statistics: ProjectStatistics): void {
    const kept = this.cache.get(id);
    if (!kept || Number(kept.revision) < Number(statistics.revision)) this.cache.set(id, statistics);
  }
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
