import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { isVisible } from '../project-write/visible-projects';
import { EventStream } from './event-stream';
import { StreamsBusyError } from './live-errors';
import { FIND_LIVE, keysDiffering, type LivePresence, type LiveRow, MAX_CHANGES } from './live-query';

/** Milliseconds between two polls, which serve all streams of the process. */
export const POLL_MS = 500;
/** Milliseconds between two looks at the callers. With the cache of principals (4 s), a stream ends within 5 s. */
const CALLER_MS = 750;
const HEARTBEAT_MS = 15_000;
/** Milliseconds after which a client that lost its stream connects again. */
const RETRY_MS = 2_000;

/** The most streams at a time. */
const MAX_STREAMS = { caller: 20, organization: 500, process: 2_000 } as const;

/** The stream of one client. */
interface Client {
  readonly principal: Principal;
  readonly projectId: string;
  readonly stream: EventStream;
  /** The revision up to which the client has the changes; undefined: it wants those from now on. */
  revision?: number;
  /** The presences that the client has, as JSON. */
  present?: string;
  /** The comments that the client knows of, as JSON; undefined: it reads them itself. */
  comments?: string | null;
  /** Whether the stream ends when the client has what is known. */
  readonly once: boolean;
  /** Identifies the caller again. */
  readonly identify: () => Promise<Principal | undefined>;
}

/** What opens a stream. */
export type ClientOptions = Omit<Client, 'stream' | 'present' | 'comments'>;

/** Sends the changes of projects to all streams of this process: one poll reads for all of them. */
@Injectable()
export class LiveHub implements BeforeApplicationShutdown {
  private readonly clients = new Set<Client>();
  private readonly logger = new Logger('Live');
  private timers: NodeJS.Timeout[] = [];
  private isPolling = false;
  private isWoken = false;
  private isEnding = false;

  constructor(private readonly database: Database) {}

  /** The number of open streams. */
  get size(): number {
    return this.clients.size;
  }

  /** @throws StreamsBusyError */
  open(options: ClientOptions): EventStream {
    this.assertRoom(options.principal);
    const stream = new EventStream();
    const client: Client = { ...options, stream };
    this.clients.add(client);
    stream.once('close', () => this.remove(client));
    stream.retryAfter(RETRY_MS);
    this.start();
    this.wake();
    return stream;
  }

  /** Ends all streams, and refuses new ones: their clients connect to another replica. */
  end(): void {
    this.isEnding = true;
    for (const client of this.clients) this.finish(client);
  }

  beforeApplicationShutdown(): void {
    this.end();
  }

  /** Polls now, or again if a poll is under way. */
  wake(): void {
    this.isWoken = true;
    if (this.isPolling) return;
    this.isPolling = true;
    void this.pollWhileWoken().finally(() => (this.isPolling = false));
  }

  private assertRoom({ organizationId, apiKeyId, sessionId }: Principal): void {
    if (this.isEnding) throw new StreamsBusyError('the process shuts down');
    if (this.clients.size >= MAX_STREAMS.process)
      throw new StreamsBusyError('too many streams of the process are open');
    let [ofOrganization, ofCaller] = [0, 0];
    for (const { principal } of this.clients) {
      if (principal.organizationId !== organizationId) continue;
      ofOrganization++;
      if (principal.apiKeyId === apiKeyId && principal.sessionId === sessionId) ofCaller++;
    }
    if (ofOrganization >= MAX_STREAMS.organization)
      throw new StreamsBusyError('too many streams of the organization are open');
    if (ofCaller >= MAX_STREAMS.caller) throw new StreamsBusyError('too many streams of the caller are open');
  }

  private start(): void {
    if (this.timers.length > 0) return;
    this.timers = [
      setInterval(() => this.wake(), POLL_MS),
      setInterval(() => void this.checkCallers(), CALLER_MS),
      setInterval(() => this.clients.forEach(({ stream }) => stream.beat()), HEARTBEAT_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  private finish(client: Client): void {
    client.stream.end();
    this.remove(client);
  }

  private remove(client: Client): void {
    this.clients.delete(client);
    if (this.clients.size > 0) return;
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
  }

  private async pollWhileWoken(): Promise<void> {
    while (this.isWoken && this.clients.size > 0) {
      this.isWoken = false;
      try {
        await this.poll();
      } catch (error) {
        this.logger.error(error, 'the changes of projects cannot be read');
      }
    }
  }

  private async poll(): Promise<void> {
    const since = new Map<string, number>();
    const polled = [...this.clients];
    for (const { projectId, revision = Number.MAX_SAFE_INTEGER } of polled) {
      since.set(projectId, Math.min(revision, since.get(projectId) ?? Number.MAX_SAFE_INTEGER));
    }
    const rows = await this.database.rows<LiveRow>(FIND_LIVE, [[...since.keys()], [...since.values()]]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const client of polled) {
      if (!this.clients.has(client)) continue;
      const row = byId.get(client.projectId);
      if (!row || !isVisible(row, client.principal)) this.finish(client);
      else this.deliver(client, row);
    }
  }

  private deliver(client: Client, { revision, oldestRevision, changes, present, comments }: LiveRow): void {
    const { stream } = client;
    const now = Number(revision);
    const known = client.revision;
    if (known === undefined) stream.send('ready', { revision: now }, now);
    else if (known !== now) {
      const missed = (changes ?? []).filter((change) => change.revision > known);
      const reached = missed.at(-1)?.revision ?? known;
      // Another client of the project may be so far behind that the poll has not read all changes that this one lacks.
      const isPart = reached < now && (changes?.length ?? 0) > MAX_CHANGES;
      // A project that was restored from a backup can be behind the client.
      const isLost =
        known > now || known < Number(oldestRevision) || now - known > MAX_CHANGES || (reached < now && !isPart);
      if (isLost) stream.send('reset', { revision: now }, now);
      else for (const change of missed) stream.send('change', change, change.revision);
      client.revision = isLost ? now : reached;
      if (client.revision < now) return this.wake();
    }
    client.revision ??= now;
    const persons = present ?? '[]';
    if (persons !== (client.present ?? '[]'))
      stream.send('presence', { persons: JSON.parse(persons) as LivePresence[] });
    client.present = persons;
    const keyIds = client.comments === undefined ? [] : keysDiffering(client.comments, comments);
    if (keyIds.length > 0) stream.send('comments', { keyIds });
    client.comments = comments;
    if (client.once) this.finish(client);
  }

  /** Ends the streams whose session, API key, role or reach has ended. */
  private async checkCallers(): Promise<void> {
    await Promise.all(
      Array.from(this.clients, async (client) => {
        try {
          const principal = await client.identify();
          if (!this.isStillAllowed(client, principal)) this.finish(client);
        } catch {
          // The database does not answer: who called is unknown, and the client asks again.
          this.finish(client);
        }
      }),
    );
  }

  private isStillAllowed({ projectId, principal: before }: Client, now: Principal | undefined): boolean {
    if (!now?.scopes.has('translations:read') || now.organizationId !== before.organizationId) return false;
    return now.projectIds?.includes(projectId) ?? true;
  }
}
