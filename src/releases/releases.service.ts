import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { ProjectsService } from '../projects/projects.service';
import { MANIFEST, type Release, type ReleasedFile, type ReleaseWithFiles } from './release';
import { ReleaseNotFoundError } from './release-errors';
import { FIND_RELEASE, RELEASE_COLUMNS } from './release-rows';

/** The id of the last release of a page. */
const CURSOR = new CursorCodec(isUuid);

/** Reads releases. */
@Injectable()
export class ReleasesService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** Returns a page of the releases of a project, the newest first. @throws ProjectNotFoundError */
  async page(
    principal: Principal,
    projectId: string,
    { channel, limit, cursor }: { channel?: string; limit: number; cursor?: string },
  ): Promise<Page<Release>> {
    await this.projects.assertVisible(principal, projectId);
    const [before = null] = cursor === undefined ? [] : CURSOR.decode(cursor);
    const rows = await this.database.rows<Release>(LIST, [projectId, channel ?? null, before, limit + 1]);
    return cutPage(rows, limit, ({ id }) => CURSOR.encode(id));
  }

  /** @throws ReleaseNotFoundError */
  async get({ organizationId, projectIds }: Principal, id: string): Promise<ReleaseWithFiles> {
    const values = [id, organizationId, projectIds];
    const [release] = isUuid(id) ? await this.database.rows<Release>(FIND_RELEASE, values) : [];
    if (!release) throw new ReleaseNotFoundError();
    return { ...release, files: await this.database.rows<ReleasedFile>(FILES, [id, MANIFEST]) };
  }

  /** @throws ReleaseNotFoundError */
  async assertVisible({ organizationId, projectIds }: Principal, id: string): Promise<void> {
    const values = [id, organizationId, projectIds];
    const found = isUuid(id) ? await this.database.rows(FIND_RELEASE, values) : [];
    if (found.length === 0) throw new ReleaseNotFoundError();
  }
}

const LIST = prepared(`
  SELECT ${RELEASE_COLUMNS} FROM releases r
  WHERE r.project_id = $1 AND ($2::text IS NULL OR r.channel = $2) AND ($3::uuid IS NULL OR r.id < $3)
  ORDER BY r.id DESC LIMIT $4`);

const FILES = prepared(`
  SELECT f.language, f.namespace, f.path, f.sha256, c.bytes
  FROM release_files f JOIN release_contents c ON c.project_id = f.project_id AND c.sha256 = f.sha256
  WHERE f.release_id = $1 AND f.path <> $2 ORDER BY f.path`);
