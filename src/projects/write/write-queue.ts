import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { LOCK_TIMEOUT_MS } from '../../database/write-settings';

/**
 * Writers of one project that may proceed at the same time, in this process: one writes, and the next one has a connection and
 * waits for the row's lock, so that it continues as soon as the first one commits.
 */
const WRITERS_PER_PROJECT = 2;

const REFUSAL = { timeoutMs: LOCK_TIMEOUT_MS, createRefusal: () => new ProjectBusyError() };

/**
 * Queues the writers of this process before they take a connection: waiting writers must not hold all connections. Organizations
 * take turns.
 */
export class WriteQueue {
  private readonly projects = new FairSemaphore({
    slots: Infinity,
    slotsPerGroup: WRITERS_PER_PROJECT,
    ...REFUSAL,
  });
  private readonly connections: FairSemaphore;

  /** @param connections number of connections that writers may hold together; one organization leaves one of them to others */
  constructor(connections: number) {
    this.connections = new FairSemaphore({
      slots: connections,
      slotsPerGroup: Math.max(1, connections - 1),
      ...REFUSAL,
    });
  }

  /** @throws ProjectBusyError when the writer has waited for 30 s for its project, or for a connection */
  run<T>(organizationId: string, projectId: string, work: () => Promise<T>): Promise<T> {
    return this.projects.run(projectId, () => this.connections.run(organizationId, work));
  }
}
