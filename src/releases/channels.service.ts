import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { recordAudit } from '../audit/record';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import type { ErrorCode } from '../common/errors/catalogue';
import { ValidationFailedError } from '../common/errors/domain-error';
import { findIssue } from '../common/validation/text-rules';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { ProjectsService } from '../projects/projects.service';
import { Dispatcher } from '../webhooks/dispatcher';
import { ChannelMoves, LOCK_CHANNEL } from './channel-moves';
import { channelNameRules } from './channel-name';
import { noteDeleted } from './release-expiry';
import { ChannelNotFoundError } from './release-errors';
import { writeAs } from '../project-write/write-as';
import { lockProject } from './lock-project';

/** An address that serves one of the releases of a project. */
export interface ListedChannel {
  name: string;
  /** `createdAt` in ISO 8601. */
  release: { id: string; revision: number; createdAt: string };
  /** Whether it follows the project. */
  auto: boolean;
  /** Seconds; null: it does not follow the project. */
  interval: number | null;
  movedAt: Date;
  /** The last revision that could not be published, with the code of the error; null: the channel serves it, or does not follow the project. */
  refused: { revision: number; code: ErrorCode } | null;
}

/** Changes of a channel. What is absent stays as it is. */
export interface ChannelChange {
  release?: string;
  auto?: boolean;
  interval?: number;
}

/** Seconds between two releases of a channel that follows the project. */
const DEFAULT_INTERVAL = 60;

/** Lists, moves and deletes the channels of projects. */
@Injectable()
export class ChannelsService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly moves: ChannelMoves,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Returns the channels of a project by name. @throws ProjectNotFoundError */
  async list(principal: Principal, projectId: string): Promise<ListedChannel[]> {
    await this.projects.assertVisible(principal, projectId);
    return this.database.rows<ListedChannel>(`${SELECT} ORDER BY c.name`, [projectId]);
  }

  /** Only the project: a channel that does not exist is made by `put`, and `delete` says that there is none. */
  assertVisible(principal: Principal, projectId: string): Promise<void> {
    return this.projects.assertVisible(principal, projectId);
  }

  /**
   * Makes a channel serve a release, back too, and sets whether it follows the project. A channel that is moved by hand does not follow
   * the project any more, unless `auto` says so: it would publish again what somebody took back.
   *
   * @throws ProjectNotFoundError, ValidationFailedError, TooManyChannelsError
   */
  async put(principal: Principal, projectId: string, name: string, change: ChannelChange): Promise<ListedChannel> {
    const issue = findIssue(channelNameRules, name);
    if (issue) throw new ValidationFailedError([{ parameter: 'name', ...issue }]);
    const { release, auto = release === undefined ? undefined : false, interval } = change;
    const changed = await this.write(principal, projectId, async (tx) => {
      // A join that waits for the lock has no row if the channel was moved meanwhile: it is read by another statement.
      await tx.rows(LOCK_CHANNEL, [projectId, name]);
      const [former] = await tx.rows<ListedChannel>(`${SELECT} AND c.name = $2`, [projectId, name]);
      if (!former && release === undefined) throw invalid('/release', 'required', 'a new channel needs a release');
      const follows = auto ?? former?.auto ?? false;
      if (interval !== undefined && !follows) {
        throw invalid('/interval', 'not_allowed', 'only a channel that follows the project (auto) has an interval');
      }
      if (release !== undefined) {
        const found = isUuid(release) ? await tx.rows(LOCK_RELEASE, [release, projectId]) : [];
        if (found.length === 0) throw invalid('/release', 'not_found', 'the project has no such release');
        await this.moves.to(tx, principal, { projectId, channel: name, releaseId: release });
      }
      const seconds = follows ? (interval ?? former?.interval ?? DEFAULT_INTERVAL) : null;
      await tx.rows(FOLLOW, [projectId, name, seconds]);
      const channel = existing((await tx.rows<ListedChannel>(`${SELECT} AND c.name = $2`, [projectId, name]))[0]);
      await recordAudit(tx, principal, {
        ...{ action: 'channel.changed', projectId, target: { type: 'channel', id: projectId, name } },
        details: { ...change },
        change: { before: former && settingsOf(former), after: settingsOf(channel) },
      });
      return channel;
    });
    this.dispatcher.wake();
    return changed;
  }

  /** Deletes a channel: its addresses are not found any more, its releases expire. @throws ProjectNotFoundError, ChannelNotFoundError */
  async delete(principal: Principal, projectId: string, name: string): Promise<void> {
    await this.write(principal, projectId, async (tx) => {
      if (findIssue(channelNameRules, name)) throw new ChannelNotFoundError();
      const { releaseId } = existing((await tx.rows<{ releaseId: string }>(DELETE, [projectId, name]))[0]);
      await noteDeleted(tx, { projectId, channel: name, releaseId });
      const target = { type: 'channel', id: projectId, name } as const;
      await recordAudit(tx, principal, { action: 'channel.deleted', projectId, target });
    });
  }

  private write<T>(principal: Principal, projectId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return writeAs(this.database, principal, async (tx) => {
      await lockProject(tx, principal, projectId);
      return work(tx);
    });
  }
}

const invalid = (pointer: string, code: 'required' | 'not_allowed' | 'not_found', detail: string) =>
  new ValidationFailedError([{ pointer, code, detail }]);

const settingsOf = ({ release, interval }: ListedChannel) => ({ releaseId: release.id, interval });

/** @throws ChannelNotFoundError */
function existing<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ChannelNotFoundError();
  return row;
}

const SELECT = `
  SELECT c.name, c.interval_seconds AS interval, c.interval_seconds IS NOT NULL AS auto, c.moved_at AS "movedAt",
    json_build_object('id', r.id, 'revision', r.revision, 'createdAt', r.created_at) AS release,
    CASE WHEN c.interval_seconds IS NOT NULL AND c.refused_revision > r.revision
      THEN json_build_object('revision', c.refused_revision, 'code', c.refused_code) END AS refused
  FROM channels c JOIN releases r ON r.id = c.release_id WHERE c.project_id = $1`;

const LOCK_RELEASE = prepared('SELECT 1 FROM releases WHERE id = $1 AND project_id = $2 FOR KEY SHARE');

const FOLLOWS_ON = 'c.interval_seconds IS NOT NULL AND $3::integer IS NOT NULL';

/**
 * A channel that begins to follow the project publishes what changed since its release, whatever was refused before. With another interval,
 * it is due that much sooner or later, unless it is due now.
 */
const FOLLOW = prepared(`
  UPDATE channels c SET interval_seconds = $3::integer,
    due_at = CASE WHEN $3 IS NOT NULL THEN
      CASE WHEN c.due_at > now() THEN c.due_at + make_interval(secs => coalesce($3 - c.interval_seconds, 0))
        ELSE coalesce(c.due_at, now()) END END,
    followed_revision = CASE WHEN $3 IS NOT NULL THEN
      CASE WHEN c.interval_seconds IS NULL THEN r.revision ELSE c.followed_revision END END,
    refused_revision = CASE WHEN ${FOLLOWS_ON} THEN c.refused_revision END,
    refused_code = CASE WHEN ${FOLLOWS_ON} THEN c.refused_code END
  FROM releases r WHERE c.project_id = $1 AND c.name = $2 AND r.id = c.release_id`);

const DELETE = prepared('DELETE FROM channels WHERE project_id = $1 AND name = $2 RETURNING release_id AS "releaseId"');
