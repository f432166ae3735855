import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { beginRead } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import { hashBytes } from '../http/bodies/hash-upload';
import type { UploadedFile } from '../http/bodies/multipart-form';
import { CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import type { Once } from '../idempotency/once';
import { ProjectNotFoundError } from '../project-write/project-errors';
import { VisibleProjects } from '../project-write/visible-projects';
import { writeAs } from '../project-write/write-as';
import { Pictures } from './pictures/pictures';
import type { Picture } from './pictures/reencode';
import { assertWithin } from './regions';
import type { Region, Screenshot } from './screenshot';
import {
  MAX_PROJECT_BYTES,
  MAX_SCREENSHOTS,
  ScreenshotNotFoundError,
  TooManyScreenshotBytesError,
  TooManyScreenshotsError,
} from './screenshot-errors';
import {
  DELETE_SCREENSHOT,
  FIND_BY_HASH,
  FIND_SCREENSHOT,
  INSERT_SCREENSHOT,
  LIST_SCREENSHOTS,
  LOCK_PROJECT,
  LOCK_SCREENSHOTS,
  READ_CONTENT,
  SUM_SCREENSHOTS,
} from './screenshot-rows';
import { setRegions } from './write-regions';

/** The id of the last screenshot of a page. */
const CURSOR = new CursorCodec(isUuid);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const READ = beginRead('inOrder');
/** Bytes of a picture that are read at once. */
const PART_BYTES = 1_048_576;
/** How often the bytes of a picture are written: to the row, and to the write-ahead log. */
const DISK_BYTES_PER_BYTE = 2;

/** A file to keep, with the regions of keys. */
export interface NewScreenshot {
  file: UploadedFile;
  regions: readonly Region[];
}

/** Lists and writes the screenshots of projects. */
@Injectable()
export class ScreenshotsService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly visible: VisibleProjects,
    private readonly pictures: Pictures,
    @Inject(OPEN_DATABASE) private readonly open: OpenDatabase,
  ) {}

  /** Returns a page of the screenshots, the newest first. @throws ProjectNotFoundError */
  async page(
    principal: Principal,
    projectId: string,
    { limit, cursor, keyId = null }: { limit: number; cursor?: string; keyId?: string | null },
  ): Promise<Page<Screenshot>> {
    const { id } = await this.visible.get(principal, projectId);
    const [before = LAST_ID] = cursor === undefined ? [] : CURSOR.decode(cursor);
    const rows = await this.database.transaction(READ, (tx) =>
      tx.onlyRows<Screenshot>(LIST_SCREENSHOTS, [id, before, keyId, limit + 1]),
    );
    return cutPage(rows, limit, (last) => CURSOR.encode(last.id));
  }

  /** @throws ScreenshotNotFoundError */
  async get(principal: Principal, id: string): Promise<Screenshot> {
    return find(this.database, principal, id);
  }

  /** Reads the picture part by part, each when it is needed. It fails if the screenshot is deleted meanwhile. */
  async *content({ id, bytes }: Pick<Screenshot, 'id' | 'bytes'>): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes; at += PART_BYTES) {
      const [row] = await this.database.rows<{ part: Uint8Array }>(READ_CONTENT, [id, at + 1, PART_BYTES]);
      if (!row) throw new ScreenshotNotFoundError();
      yield Buffer.from(row.part);
    }
  }

  /**
   * Keeps a picture, encoded again. A file that the project has already is kept once: its keys get the regions of the request, and other
   * keys keep theirs.
   *
   * @param read reads the body, when the project is known to be visible
   * @param signal aborted when the client disconnects
   * @throws ProjectNotFoundError, WrongRegionsError, TooManyScreenshotsError, TooManyScreenshotBytesError, StorageFullError,
   *   ProjectBusyError, the errors of `Pictures`, of `read` and of `Once`
   */
  async create(
    principal: Principal,
    projectId: string,
    read: () => Promise<NewScreenshot>,
    signal: AbortSignal,
    once?: Once<Screenshot>,
  ): Promise<Screenshot> {
    const project = await this.visible.get(principal, projectId);
    const { file, regions } = await read();
    await once?.lookUp();
    const sha256 = (await hashBytes(file.bytes)).toString('hex');
    const [known] = await this.database.rows<Screenshot>(FIND_BY_HASH, [project.id, sha256]);
    const picture = known ? undefined : await this.pictures.reencode(file.bytes, principal.organizationId, signal);
    assertWithin(regions, known ?? (picture as Picture), 'form');
    if (picture) this.open.engine?.assertSpaceFor(DISK_BYTES_PER_BYTE * picture.content.length);
    return writeAs(this.database, principal, async (tx) => {
      await once?.claim(tx);
      await lockProject(tx, principal, project.id);
      const [present] = await tx.rows<Screenshot>(FIND_BY_HASH, [project.id, sha256]);
      const id = present?.id ?? (await insert(tx, project.id, { file, sha256, picture }));
      await setRegions(tx, { id, projectId: project.id }, regions, { source: 'form', replaces: 'same keys' });
      const written = await find(tx, principal, id);
      await once?.keep(tx, written);
      return written;
    });
  }

  /**
   * Replaces the regions of a screenshot.
   *
   * @throws ScreenshotNotFoundError, WrongRegionsError, ProjectBusyError
   */
  async change(principal: Principal, id: string, regions: readonly Region[]): Promise<Screenshot> {
    return writeAs(this.database, principal, async (tx) => {
      const screenshot = await lock(tx, principal, id);
      assertWithin(regions, screenshot, 'body');
      await setRegions(tx, screenshot, regions, { source: 'body', replaces: 'all' });
      return find(tx, principal, id);
    });
  }

  /** Deletes a screenshot with its regions. @throws ScreenshotNotFoundError, ProjectBusyError */
  async delete(principal: Principal, id: string): Promise<void> {
    await writeAs(this.database, principal, async (tx) => {
      await lock(tx, principal, id);
      await tx.rows(DELETE_SCREENSHOT, [id]);
    });
  }

  /** @throws ScreenshotNotFoundError */
  async assertVisible(principal: Principal, id: string): Promise<void> {
    await find(this.database, principal, id);
  }
}

/** @throws ScreenshotNotFoundError */
async function find(
  from: Pick<Database, 'rows'>,
  { organizationId, projectIds }: Principal,
  id: string,
): Promise<Screenshot> {
  const values = [id, organizationId, projectIds];
  const [screenshot] = isUuid(id) ? await from.rows<Screenshot>(FIND_SCREENSHOT, values) : [];
  if (!screenshot) throw new ScreenshotNotFoundError();
  return screenshot;
}

/** Locks the screenshots of the project of a screenshot, and returns it as it is then. @throws ScreenshotNotFoundError */
async function lock(tx: Transaction, principal: Principal, id: string): Promise<Screenshot> {
  const { projectId } = await find(tx, principal, id);
  await lockProject(tx, principal, projectId);
  return find(tx, principal, id);
}

/** @throws ProjectNotFoundError */
async function lockProject(tx: Transaction, { organizationId, projectIds }: Principal, id: string): Promise<void> {
  const [project] = await tx.rows(LOCK_PROJECT, [id, organizationId, projectIds]);
  if (!project) throw new ProjectNotFoundError();
  await tx.rows(LOCK_SCREENSHOTS, [id]);
}

/**
 * @returns the id of the new screenshot
 * @throws TooManyScreenshotsError, TooManyScreenshotBytesError; ProjectBusyError if the screenshot that was known was deleted meanwhile
 */
async function insert(
  tx: Transaction,
  projectId: string,
  { file, sha256, picture }: { file: UploadedFile; sha256: string; picture?: Picture },
): Promise<string> {
  if (!picture) throw new ProjectBusyError();
  const { format, width, height, content } = picture;
  const [sum = { count: 0, bytes: 0 }] = await tx.rows<{ count: number; bytes: number }>(SUM_SCREENSHOTS, [projectId]);
  if (sum.count >= MAX_SCREENSHOTS) throw new TooManyScreenshotsError();
  if (sum.bytes + content.length > MAX_PROJECT_BYTES) throw new TooManyScreenshotBytesError();
  const id = uuidv7();
  const name = file.fileName ?? null;
  await tx.rows(INSERT_SCREENSHOT, [id, projectId, sha256, name, format, width, height, content.length, content]);
  return id;
}
