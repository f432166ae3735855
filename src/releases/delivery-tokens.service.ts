import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit/record';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { ProjectsService } from '../projects/projects.service';
import { DeliveryTokenNotFoundError, MAX_TOKENS, TooManyDeliveryTokensError } from './release-errors';
import { writeAs } from '../project-write/write-as';
import { lockProject } from './lock-project';

/** A part of the public addresses of a project's releases. It is no secret. */
export interface ListedDeliveryToken {
  id: string;
  projectId: string;
  name: string;
  token: string;
  createdAt: Date;
}

/** The usage of a delivery token on a day. */
export interface UsageOfDay {
  /** In UTC: `2026-11-20`. */
  day: string;
  /** The delivery token; it may be revoked. */
  deliveryTokenId: string;
  requests: number;
  bytes: number;
}

/** With what each token begins, so that people and scanners of secrets recognize it. */
const TOKEN_PREFIX = 'glossa_pub_';

/** Lists, makes and revokes delivery tokens. */
@Injectable()
export class DeliveryTokensService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** Returns the tokens of a project, the oldest first. @throws ProjectNotFoundError */
  async list(principal: Principal, projectId: string): Promise<ListedDeliveryToken[]> {
    await this.projects.assertVisible(principal, projectId);
    return this.database.rows<ListedDeliveryToken>(LIST, [projectId]);
  }

  /** @throws DeliveryTokenNotFoundError */
  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.find(principal, id);
  }

  /** @throws ProjectNotFoundError, TooManyDeliveryTokensError */
  async create(principal: Principal, projectId: string, name: string): Promise<ListedDeliveryToken> {
    const values = [uuidv7(), projectId, name, TOKEN_PREFIX + randomBytes(18).toString('base64url')];
    return writeAs(this.database, principal, async (tx) => {
      await lockProject(tx, principal, projectId);
      const [found] = await tx.rows<{ count: number }>(COUNT, [projectId]);
      if (found && found.count >= MAX_TOKENS) throw new TooManyDeliveryTokensError();
      const token = existing((await tx.rows<ListedDeliveryToken>(INSERT, values))[0]);
      const target = { type: 'delivery-token', id: token.id, name } as const;
      await recordAudit(tx, principal, { action: 'delivery-token.created', projectId, target });
      return token;
    });
  }

  /** Revokes a token: its addresses are not found any more, on each replica within 5 s. @throws DeliveryTokenNotFoundError */
  async revoke(principal: Principal, id: string): Promise<void> {
    const { projectId, name } = await this.find(principal, id);
    await writeAs(this.database, principal, async (tx) => {
      existing((await tx.rows(DELETE, [id]))[0]);
      const target = { type: 'delivery-token', id, name } as const;
      await recordAudit(tx, principal, { action: 'delivery-token.revoked', projectId, target });
    });
  }

  /** Returns how much was loaded on each of the last days, by token, the latest day first. @throws ProjectNotFoundError */
  async usage(principal: Principal, projectId: string, days: number): Promise<UsageOfDay[]> {
    await this.projects.assertVisible(principal, projectId);
    return this.database.rows<UsageOfDay>(USAGE, [projectId, days]);
  }

  private async find({ organizationId, projectIds }: Principal, id: string): Promise<ListedDeliveryToken> {
    const values = [id, organizationId, projectIds];
    return existing(isUuid(id) ? (await this.database.rows<ListedDeliveryToken>(FIND, values))[0] : undefined);
  }
}

/** @throws DeliveryTokenNotFoundError */
function existing<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new DeliveryTokenNotFoundError();
  return row;
}

const COLUMNS = `t.id, t.project_id AS "projectId", t.name, t.token, t.created_at AS "createdAt"`;

const LIST = prepared(`SELECT ${COLUMNS} FROM delivery_tokens t WHERE t.project_id = $1 ORDER BY t.id`);

const FIND = prepared(`
  SELECT ${COLUMNS} FROM delivery_tokens t JOIN projects p ON p.id = t.project_id
  WHERE t.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

const COUNT = prepared('SELECT count(*)::int AS count FROM delivery_tokens WHERE project_id = $1');

const INSERT = prepared(`
  INSERT INTO delivery_tokens AS t (id, project_id, name, token) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`);

const DELETE = prepared('DELETE FROM delivery_tokens WHERE id = $1 RETURNING id');

const USAGE = prepared(`
  SELECT to_char(day, 'YYYY-MM-DD') AS day, token_id AS "deliveryTokenId", requests::float8 AS requests, bytes::float8 AS bytes
  FROM delivery_usage WHERE project_id = $1 AND day > (now() AT TIME ZONE 'UTC')::date - $2::integer
  ORDER BY day DESC, token_id`);
