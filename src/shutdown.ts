import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { ServiceStoppedError } from './common/errors/service-stopped.error';
import { SETTINGS } from './config/settings.module';
import type { Settings } from './config/settings';
import { Reads } from './database/reads';
import { Readiness } from './health/readiness';
import { LiveHub } from './live/live-hub';
import { acceptWaiting, awaitFirstRequests } from './http/connections/accept-waiting';
import type { ConnectionWatch } from './http/connections/connection-watch';
import type { RequestsInFlight } from './http/hooks/requests-in-flight';

/** Interrupted transactions have this time to roll back. The process does not wait longer. */
const ROLLBACK_MS = 5_000;
/** Responses to interrupted requests have this time to reach the clients. */
const LAST_RESPONSES_MS = 500;
/** The database and Redis have this time to close. */
const CLOSE_MS = 5_000;
/** npm passes on the SIGINT that a terminal has sent to the service too. */
const DUPLICATE_SIGNAL_MS = 1_000;

/**
 * Ends the service in phases, each of which a further signal cuts short:
 *
 * 1. Drain: requests are served while `/health/ready` is 503, until proxies send their requests elsewhere.
 * 2. Grace: no connection is accepted; requests in flight are finished.
 * 3. Cut-off: what is still in flight is rolled back.
 */
export class Shutdown {
  private readonly log: FastifyBaseLogger;
  private readonly settings: Settings;
  private phase: 'none' | 'drain' | 'grace' | 'end' = 'none';
  private phaseBegan = 0;
  private skipPhase: () => void = () => undefined;

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly connections: ConnectionWatch,
    private readonly requests: RequestsInFlight,
  ) {
    this.log = app.getHttpAdapter().getInstance().log;
    this.settings = app.get<Settings>(SETTINGS);
  }

  /**
   * Begins the shutdown, or ends its current phase.
   * @param onEnd receives the exit code: 1 if a request was cut off, else 0
   */
  signal(name: NodeJS.Signals, onEnd: (exitCode: number) => void): void {
    if (this.phase === 'none') {
      void this.run(name).then(onEnd);
    } else if (this.phase === 'drain' || performance.now() - this.phaseBegan > DUPLICATE_SIGNAL_MS) {
      this.log.info({ signal: name }, `${name}: the ${this.phase} ends`);
      this.skipPhase();
    }
  }

  private async run(signal: NodeJS.Signals): Promise<number> {
    const { shutdownDrainSeconds, shutdownGraceSeconds } = this.settings;
    this.log.info(
      {
        signal,
        requests: this.requests.list().length,
        drainSeconds: shutdownDrainSeconds,
        graceSeconds: shutdownGraceSeconds,
      },
      `${signal}: the service shuts down`,
    );
    this.app.get(Readiness).isShuttingDown = true;
    this.connections.endReuse();
    this.app.get(LiveHub).end();
    await this.runPhase('drain', shutdownDrainSeconds);
    await this.runPhase('grace', shutdownGraceSeconds, this.stopListening());
    const cutOff = await this.cutOff();
    const isClosed = await this.close();
    this.log.info({ cutOff }, 'the service has shut down');
    return cutOff === 0 && isClosed ? 0 : 1;
  }

  /** Waits for the phase's work, for its end, or for a signal. */
  private async runPhase(phase: 'drain' | 'grace', seconds: number, work?: Promise<void>): Promise<void> {
    this.phase = phase;
    this.phaseBegan = performance.now();
    const skipped = new Promise<void>((resolve) => (this.skipPhase = resolve));
    await within(seconds * 1_000, work ? Promise.race([work, skipped]) : skipped);
  }

  /** Accepts no connection any more, and finishes the requests of the open connections. */
  private async stopListening(): Promise<void> {
    await acceptWaiting(this.connections);
    const server: net.Server = this.app.getHttpServer();
    // The method of `http.Server` also closes connections whose response is not sent completely.
    const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
    await awaitFirstRequests(this.connections);
    this.connections.closeIdle();
    await this.finishRequests(closed);
  }

  private async finishRequests(closed: Promise<void>): Promise<void> {
    await this.requests.idle();
    // Connections that announced to stay open, before the signal.
    this.connections.closeIdle();
    await closed;
  }

  /** @returns the number of requests that were not finished */
  private async cutOff(): Promise<number> {
    this.phase = 'end';
    const unfinished = new Set(this.requests.list());
    if (unfinished.size > 0) {
      const reason = new ServiceStoppedError();
      const { databases } = this.app.get(Reads);
      await within(ROLLBACK_MS, Promise.all(databases.map((database) => database.interrupt(reason))));
      await within(LAST_RESPONSES_MS, this.requests.idle());
    }
    for (const request of unfinished) {
      // It was committing when the grace ended.
      if (!this.requests.has(request) && !(request.failure instanceof ServiceStoppedError)) unfinished.delete(request);
      else this.logCutOff(request);
    }
    this.connections.closeAll();
    return unfinished.size;
  }

  private logCutOff({ method, routeOptions, log }: FastifyRequest): void {
    log.warn({ method, route: routeOptions.url }, 'cut off by the shutdown');
  }

  /** Closes what the service has opened. @returns whether it did so in time */
  private async close(): Promise<boolean> {
    try {
      return await within(CLOSE_MS, this.app.close());
    } catch (error) {
      this.log.error({ err: error }, 'the service did not close cleanly');
      return false;
    }
  }
}

/** Waits for a promise, at most for a time. @returns whether the promise has resolved in time */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  try {
    const done = work.then(() => true);
    return await Promise.race([done, delay(ms, false, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
