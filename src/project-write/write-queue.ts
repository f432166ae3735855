import { FairSemaphore } from '../common/scheduling/fair-semaphore';

/** Ends the turn of a writer before its work has ended; the next writer of the project may begin. */
export type EndTurn = () => void;

/**
 * Queues the writers of this process before they take a connection: the writers of one project one after the other, and
 * organizations take turns at the connections.
 */
export class WriteQueue {
  private readonly projects = new FairSemaphore({ slots: Infinity, slotsPerGroup: 1 });
  private readonly connections: FairSemaphore;

  /**
   * @param connections number of connections that writers may hold together; one organization leaves one of them to
   *   others
   */
  constructor(connections: number) {
    this.connections = new FairSemaphore({ slots: connections, slotsPerGroup: Math.max(1, connections - 1) });
  }

  /**
   * Runs `work` when the writer's turn has come and a connection is free.
   *
   * @param signal ends the wait
   * @throws the reason of the signal; `work` has not been called then
   */
  run<T>(
    organizationId: string,
    projectId: string,
    work: (endTurn: EndTurn) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return this.inProject(
      organizationId,
      projectId,
      (endTurn) => this.onConnection(organizationId, () => work(endTurn), signal),
      signal,
    );
  }

  /** Does the same without a connection. @throws the reason of the signal; `work` has not been called then */
  inProject<T>(
    organizationId: string,
    projectId: string,
    work: (endTurn: EndTurn) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return this.projects.run(`${organizationId} ${projectId}`, work, { signal });
  }

  /** Runs `work` of a writer whose turn has come when a connection is free. @throws the reason of the signal */
  onConnection<T>(organizationId: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.connections.run(organizationId, work, { signal });
  }
}
