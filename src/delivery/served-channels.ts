import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BatchedRead } from '../database/batched-read';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { lookUp, lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { ReleaseOptions } from '../releases/release';
import { type DeliveryAddress, isByHash } from './delivery-address';
import { DeliveryUsageLog } from './delivery-usage-log';
import { FRESH_MS, isUsable, type ServedChannel, STUCK_MS } from './served-channel';

/** Served channels that are kept. */
const MAX_CHANNELS = 20_000;
/** Milliseconds between two warnings of an outage. */
const WARNING_MS = 10_000;

/** A delivery token, with the channel and the release if there are such. */
interface FoundChannel {
  /** Token and channel, as they were asked for. */
  place: string;
  tokenId: string;
  projectId: string;
  releaseId: string | null;
  options: ReleaseOptions;
  languages: string[];
  movedAt: Date;
}

/**
 * The delivery tokens and channels that are in use. Each is checked every two seconds while it is used, so that every replica sees a
 * change within five; checks of many share a statement. While the database is away, what is known goes on to be served.
 */
@Injectable()
export class ServedChannels {
  private readonly logger = new Logger('Delivery');
  private readonly known = new LRUCache<string, ServedChannel>({ max: MAX_CHANNELS });
  private readonly reads = new BatchedRead<FoundChannel>(FIND, ({ place }) => place);
  private warnedAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly usage: DeliveryUsageLog,
    @Inject(OPEN_DATABASE) private readonly open: OpenDatabase,
  ) {}

  /** Returns the channel of an address; undefined if the token or the channel does not exist. */
  async get(address: DeliveryAddress): Promise<ServedChannel | undefined> {
    const place = placeOf(address);
    const known = this.known.get(place);
    if (!known) return this.load(address);
    const now = performance.now();
    if (!isUsable(known, now)) {
      await Promise.race([this.refresh(known, address), delay(STUCK_MS, undefined, { ref: false })]);
    }
    return known.isGone ? undefined : known;
  }

  /** Begins to check a channel that was not checked for two seconds. */
  keepFresh(channel: ServedChannel, address: DeliveryAddress, now: number): void {
    if (now - channel.checkedAt > FRESH_MS) void this.refresh(channel, address);
  }

  private async load(address: DeliveryAddress): Promise<ServedChannel | undefined> {
    const checkedAt = performance.now();
    const found = await this.find(address);
    // Another request may have read it meanwhile: two views of a channel could show its moves in another order.
    const known = this.known.get(placeOf(address));
    if (known || !found) return known;
    const { tokenId, projectId } = found;
    const channel: ServedChannel = {
      ...{ tokenId, projectId, release: releaseOf(found), usage: this.usage.of(projectId, tokenId), checkedAt },
      ...{ refreshing: undefined, refreshedFrom: 0, isGone: false },
    };
    this.known.set(placeOf(address), channel);
    return channel;
  }

  private refresh(channel: ServedChannel, address: DeliveryAddress): Promise<void> {
    if (channel.refreshing) return channel.refreshing;
    channel.refreshedFrom = performance.now();
    channel.refreshing = this.check(channel, address).finally(() => (channel.refreshing = undefined));
    return channel.refreshing;
  }

  private async check(channel: ServedChannel, address: DeliveryAddress): Promise<void> {
    const checkedAt = performance.now();
    try {
      const found = await this.find(address);
      if (found) {
        // Answers are kept for as long as the release is the same object.
        if (!isServed(channel.release, found)) channel.release = releaseOf(found);
      } else {
        channel.isGone = true;
        this.known.delete(placeOf(address));
      }
      channel.checkedAt = checkedAt;
    } catch (error) {
      channel.checkedAt = performance.now();
      this.warn(error);
    }
  }

  private async find(address: DeliveryAddress): Promise<FoundChannel | undefined> {
    const [found] = await this.reads.rows(this.database, placeOf(address));
    // A commit that a power cut could take back is not served.
    await this.open.engine?.synced();
    return found && (found.releaseId !== null || isByHash(address)) ? found : undefined;
  }

  private warn(error: unknown): void {
    const now = performance.now();
    if (now - this.warnedAt < WARNING_MS) return;
    this.warnedAt = now;
    this.logger.warn(`channels cannot be read, and are served as they were: ${String(error)}`);
  }
}

/** Neither a token nor a channel has a slash. */
const placeOf = ({ token, channel }: DeliveryAddress): string => `${token}/${channel}`;

const releaseOf = ({ releaseId, options, languages, movedAt }: FoundChannel): ServedChannel['release'] =>
  releaseId === null ? null : { id: releaseId, options, languages, movedAt };

const isServed = (release: ServedChannel['release'], { releaseId, movedAt }: FoundChannel): boolean =>
  release === null ? releaseId === null : release.id === releaseId && release.movedAt.getTime() === movedAt.getTime();

const FIND = prepared(`
  SELECT asked.place, t.id AS "tokenId", t.project_id AS "projectId", c.release_id AS "releaseId", c.moved_at AS "movedAt",
    r.options, r.languages
  FROM unnest($1::text[]) AS asked (place)
  ${lookUp(`SELECT id, project_id FROM delivery_tokens WHERE token = split_part(asked.place, '/', 1)`, 't')}
  ${lookUpIfAny(
    `SELECT release_id, moved_at FROM channels WHERE project_id = t.project_id AND name = split_part(asked.place, '/', 2)`,
    'c',
  )}
  ${lookUpIfAny('SELECT options, languages FROM releases WHERE id = c.release_id', 'r')}`);
