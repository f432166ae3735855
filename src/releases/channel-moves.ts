import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { prepared, type PreparedStatement } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { queueStatement, queueValues } from '../webhooks/queue-statement';
import { noteLeft } from './release-expiry';
import { MAX_CHANNELS, TooManyChannelsError } from './release-errors';

/** A release that was just made, for its channel. */
interface PublishedRelease {
  id: string;
  revision: string;
  projectId: string;
  channel: string;
  /** Whether the revision was named. */
  isNamed: boolean;
  /** The lease with which the channel must follow the project; null: it need not. */
  lease: string | null;
}

/** The channel does not follow the project any more, was moved meanwhile, or was deleted. */
export class FollowEndedError extends Error {}

/** A release that a channel is to serve. */
interface Move {
  projectId: string;
  channel: string;
  releaseId: string;
}

type Mover = Pick<Principal, 'person' | 'apiKeyId'>;

/** Moves channels to releases, and queues the event `release.published`. Both are in the transaction of the caller. */
@Injectable()
export class ChannelMoves {
  /**
   * Moves a channel to a release that was just made; a new channel is made for it. A channel that serves a later revision meanwhile stays
   * there: of two that publish at once, the later revision wins. A named revision is served in any case, and ends the following.
   *
   * @throws TooManyChannelsError, FollowEndedError
   */
  async toPublished(
    tx: Transaction,
    mover: Mover,
    { id, revision, projectId, channel, isNamed, lease }: PublishedRelease,
  ): Promise<void> {
    if (lease !== null && (await tx.rows(LOCK_FOLLOWING, [projectId, channel, lease])).length === 0)
      throw new FollowEndedError();
    await this.move(tx, mover, { projectId, channel, releaseId: id }, PUBLISH, [revision, isNamed, lease]);
  }

  /**
   * Moves a channel to a release, back too; a new channel is made for it.
   *
   * @throws TooManyChannelsError
   */
  to(tx: Transaction, mover: Mover, move: Move): Promise<void> {
    return this.move(tx, mover, move, MOVE);
  }

  /** @param statement moves a channel that is there. It sees what the transactions before have written, since the channel is locked */
  private async move(
    tx: Transaction,
    mover: Mover,
    move: Move,
    statement: PreparedStatement,
    more: unknown[] = [],
  ): Promise<void> {
    const { projectId, channel, releaseId } = move;
    for (;;) {
      const [former] = await tx.rows<{ releaseId: string }>(LOCK_CHANNEL, [projectId, channel]);
      if (former) {
        if ((await tx.rows(statement, [projectId, channel, releaseId, ...more])).length === 0) return;
        await noteLeft(tx, { projectId, channel, releaseId: former.releaseId });
        break;
      }
      const [found] = await tx.rows<{ count: number }>(COUNT, [projectId]);
      if (found && found.count >= MAX_CHANNELS) throw new TooManyChannelsError();
      // Where another transaction has made the channel since, that one is moved.
      if ((await tx.rows(ADD, [projectId, channel, releaseId])).length > 0) break;
    }
    await this.queueEvent(tx, mover, move);
  }

  private async queueEvent(
    tx: Transaction,
    { person, apiKeyId }: Mover,
    { projectId, channel, releaseId }: Move,
  ): Promise<void> {
    const links = { release: `/api/v1/releases/${releaseId}` };
    await tx.rows(QUEUE, queueValues(projectId, releaseId, channel, person?.id ?? null, apiKeyId, links));
  }
}

const COUNT = prepared('SELECT count(*)::int AS count FROM channels WHERE project_id = $1');

const ADD = prepared(`
  INSERT INTO channels (project_id, name, release_id) VALUES ($1, $2, $3) ON CONFLICT (project_id, name) DO NOTHING RETURNING 1`);

/** Locks the channel `$2` of the project `$1`. */
export const LOCK_CHANNEL = prepared(
  'SELECT release_id AS "releaseId" FROM channels WHERE project_id = $1 AND name = $2 FOR NO KEY UPDATE',
);

const LOCK_FOLLOWING = prepared(`
  SELECT 1 FROM channels WHERE project_id = $1 AND name = $2 AND interval_seconds IS NOT NULL AND lease = $3 FOR NO KEY UPDATE`);

/** The time of a move is later than the time of the move before, also where clocks of servers differ. */
const MOVED_AT = `greatest(clock_timestamp(), c.moved_at + interval '1 millisecond')`;

/**
 * A channel that is moved to a named revision does not follow the project any more: it would publish again what was taken back. A
 * publication of the channel that is under way ends without effect, because it has the options of the former release.
 */
const PUBLISH = prepared(`
  UPDATE channels c SET release_id = $3, moved_at = ${MOVED_AT},
    lease = CASE WHEN c.lease = $6::uuid THEN c.lease END, leased_until = CASE WHEN c.lease = $6 THEN c.leased_until END,
    interval_seconds = CASE WHEN NOT $5 THEN c.interval_seconds END,
    due_at = CASE WHEN NOT $5 THEN c.due_at END,
    followed_revision = CASE WHEN NOT $5 THEN c.followed_revision END,
    refused_revision = CASE WHEN NOT $5 THEN c.refused_revision END,
    refused_code = CASE WHEN NOT $5 THEN c.refused_code END
  WHERE c.project_id = $1 AND c.name = $2 AND ($5::boolean OR (SELECT r.revision FROM releases r WHERE r.id = c.release_id) <= $4::bigint)
  RETURNING 1`);

/**
 * A channel that follows the project tries to publish what changed since the release, with the options of the release. A revision that was
 * refused with other options is tried at once: the interval is between two releases. A publication that is under way ends without effect.
 */
const MOVE = prepared(`
  UPDATE channels c SET release_id = $3, moved_at = ${MOVED_AT}, lease = NULL, leased_until = NULL,
    refused_revision = NULL, refused_code = NULL,
    due_at = CASE WHEN c.refused_revision IS NOT NULL AND c.due_at IS NOT NULL THEN now() ELSE c.due_at END,
    followed_revision = CASE WHEN c.interval_seconds IS NOT NULL THEN (SELECT r.revision FROM releases r WHERE r.id = $3) END
  WHERE c.project_id = $1 AND c.name = $2 AND c.release_id <> $3
  RETURNING 1`);

const QUEUE = queueStatement('release.published', {
  source: 'releases r',
  data: `json_build_object(
    'projectId', r.project_id, 'channel', $4::text, 'release', r.id, 'revision', r.revision,
    'apiKey', (SELECT json_build_object('id', k.id, 'name', k.name) FROM api_keys k WHERE k.id = $6::uuid),
    'person', (SELECT json_build_object('id', p.id, 'name', p.name) FROM persons p WHERE p.id = $5::uuid),
    'links', $7::json)`,
  at: 'clock_timestamp()',
  where: 'r.id = $3',
});
