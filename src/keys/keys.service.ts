import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import { type Principal, requireScopes } from '../common/access/principal';
import { ProjectNotFoundError } from '../projects/project-errors';
import { type ProjectWrite, ProjectWriter } from '../projects/write/project-writer';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { CreateKeyDto } from './dto/create-key.dto';
import type { KeyBatchDto } from './dto/key-batch.dto';
import type { UpdateKeyDto } from './dto/update-key.dto';
import { KeyChanges, type Placed } from './key-changes';
import { KeyNotFoundError } from './key-errors';
import type { KeyWithTexts } from './key';
import { JOIN_TEXTS, KEY_COLUMNS, type KeyRow, toKey } from './key-store';

/** A key's project, where the caller can see it. */
interface Located {
  projectId: string;
  projectLanguages: string[];
}

const VISIBLE = `JOIN projects p ON p.id = k.project_id
  WHERE k.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`;
const LANGUAGES = 'p.source_language || p.target_languages AS "projectLanguages"';
const LOCATE = prepared(`SELECT p.id AS "projectId", ${LANGUAGES} FROM keys k ${VISIBLE}`);
const GET = prepared(`SELECT ${KEY_COLUMNS}, p.id AS "projectId", ${LANGUAGES} FROM keys k ${JOIN_TEXTS} ${VISIBLE}`);

/** The keys that a batch created, updated and deleted, each in the order of the request. */
export interface KeyBatchResult {
  created: KeyWithTexts[];
  updated: KeyWithTexts[];
  /** Ids. */
  deleted: string[];
}

@Injectable()
export class KeysService implements ResourceLocator {
  /** A key never moves to another project; whether the caller may see it is asked each time. */
  private readonly projectOfKey = new LRUCache<string, string>({ max: 10_000 });

  constructor(
    private readonly database: Database,
    private readonly writer: ProjectWriter,
  ) {}

  async create(principal: Principal, projectId: string, body: CreateKeyDto): Promise<KeyWithTexts> {
    return this.writer.write(principal, projectId, async (write) => {
      const [key] = await new KeyChanges(write).create([{ at: '', change: body }]);
      if (!key) throw new Error('a set of one gave none');
      return key;
    });
  }

  async update(principal: Principal, id: string, body: UpdateKeyDto): Promise<KeyWithTexts> {
    requireScopesFor(principal, body);
    return this.writeKey(principal, id, async (write) => {
      const [key] = await new KeyChanges(write).update([{ at: '', change: Object.assign(body, { id }) }]);
      if (!key) throw new Error('a set of one gave none');
      return key;
    });
  }

  async delete(principal: Principal, id: string): Promise<void> {
    await this.writeKey(principal, id, (write) => new KeyChanges(write).delete([{ at: '', change: id }]));
    this.projectOfKey.delete(id);
  }

  /** All of it in one transaction: deletions, then changes, then creations. */
  async batch(principal: Principal, projectId: string, body: KeyBatchDto): Promise<KeyBatchResult> {
    if (body.create?.length) requireScopes(principal, 'keys:write');
    for (const change of body.update ?? []) requireScopesFor(principal, change);
    if (body.delete?.length) requireScopes(principal, 'keys:delete');
    return this.writer.write(principal, projectId, async (write) => {
      const changes = new KeyChanges(write);
      await changes.delete(placed('delete', body.delete));
      const updated = await changes.update(placed('update', body.update));
      const created = await changes.create(placed('create', body.create));
      return { created, updated, deleted: body.delete ?? [] };
    });
  }

  /** @throws KeyNotFoundError */
  async get(principal: Principal, id: string): Promise<KeyWithTexts> {
    if (!isUuid(id)) throw new KeyNotFoundError();
    const [row] = await this.database.rows<KeyRow & Located>(GET, [id, principal.organizationId, principal.projectIds]);
    if (!row) throw new KeyNotFoundError();
    return toKey(row, row.projectLanguages);
  }

  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.locate(principal, id);
  }

  private async writeKey<T>(principal: Principal, id: string, work: (write: ProjectWrite) => Promise<T>): Promise<T> {
    const projectId = this.projectOfKey.get(id) ?? (await this.locate(principal, id)).projectId;
    this.projectOfKey.set(id, projectId);
    try {
      return await this.writer.write(principal, projectId, work);
    } catch (error) {
      throw error instanceof ProjectNotFoundError ? new KeyNotFoundError() : error;
    }
  }

  private async locate(principal: Principal, id: string): Promise<Located> {
    if (!isUuid(id)) throw new KeyNotFoundError();
    const [found] = await this.database.rows<Located>(LOCATE, [id, principal.organizationId, principal.projectIds]);
    if (!found) throw new KeyNotFoundError();
    return found;
  }
}

const placed = <T>(list: string, changes: readonly T[] = []): Placed<T>[] =>
  changes.map((change, index) => ({ at: `/${list}/${index}`, change }));

function requireScopesFor(principal: Principal, change: UpdateKeyDto): void {
  if (change.changesTexts()) requireScopes(principal, 'translations:write');
  if (change.changesKey()) requireScopes(principal, 'keys:write');
}
