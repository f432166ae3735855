import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { LOCK_TIMEOUT_MS } from '../../database/open-database';

/**
 * Writers of one project that may proceed at the same time, in this process: one writes, and the next one has a connection and
 * waits for the row's lock, so that it continues as soon as the first one commits.
 */
const WRITERS_PER_PROJECT = 2;

/** Queues the writers of this process before they take a connection: ten waiting writers must not hold ten connections. */
export class WriteQueue {
  private readonly projects = new Map<string, SemaphoreInterface>();
  private readonly connections: SemaphoreInterface;

  /** @param connections number of connections that writers may hold together */
  constructor(connections: number) {
    this.connections = createSemaphore(connections);
  }

  /** @throws ProjectBusyError when the writer has waited for 30 s for its project, or for a connection */
  async run<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const project = this.projects.get(projectId) ?? createSemaphore(WRITERS_PER_PROJECT);
    this.projects.set(projectId, project);
    try {
      return await project.runExclusive(() => this.connections.runExclusive(work));
    } finally {
      if (project.getValue() === WRITERS_PER_PROJECT) this.projects.delete(projectId);
    }
  }
}

const createSemaphore = (value: number): SemaphoreInterface =>
  withTimeout(new Semaphore(value), LOCK_TIMEOUT_MS, new ProjectBusyError());
