import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { hasRow, lookUp } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { ContentCoding } from '../http/responses/representation';
import { ReleaseContents } from '../releases/packing/release-contents';
import type { DeliveredFile } from './delivered-file';

const decompress = promisify(gunzip);

/** Of the memory for bodies: what is known of a file, and of an address, is kept for as many as there are files of this size in it. */
const BYTES_PER_FILE = 2_048;

/** Returns the number of files whose facts are kept, and of addresses. @param cacheBytes of memory for bodies */
export const maxKnownFiles = (cacheBytes: number): number => Math.ceil(cacheBytes / BYTES_PER_FILE);

/** Asks for a file of a release, or for a file by its hash. */
export type FileKey = { releaseId: string; path: string } | { projectId: string; sha256: string; extension: string };

interface FoundFile {
  projectId: string;
  sha256: string;
  language: string | null;
  format: string;
  bytes: number;
  isPlain: boolean;
  /** Null: the file is stored as a delta. */
  body: Buffer | null;
}

/** Reads the files of releases, which never change, and keeps what was used last within a bound of memory. */
@Injectable()
export class DeliveryFiles {
  private readonly files: LRUCache<string, DeliveredFile>;
  private readonly bodies: LRUCache<string, Buffer>;

  constructor(
    private readonly database: Database,
    private readonly contents: ReleaseContents,
    @Inject(SETTINGS) { deliveryCacheBytes }: Pick<Settings, 'deliveryCacheBytes'>,
    @Inject(OPEN_DATABASE) private readonly open: OpenDatabase,
  ) {
    this.files = new LRUCache({ max: maxKnownFiles(deliveryCacheBytes) });
    this.bodies = new LRUCache({ maxSize: deliveryCacheBytes, sizeCalculation: ({ length }) => Math.max(1, length) });
  }

  /** Bytes of the bodies in memory. */
  get cachedBytes(): number {
    return this.bodies.calculatedSize;
  }

  /** Returns the body of a file if it is in memory. */
  cached(file: DeliveredFile, coding: ContentCoding): Buffer | undefined {
    return this.bodies.get(bodyKey(file, coding));
  }

  /**
   * Returns a file with its body.
   *
   * @param choose returns the coding of the body, of those that the file has
   * @returns undefined if there is no such file
   */
  async get(
    key: FileKey,
    choose: (codings: readonly ContentCoding[]) => ContentCoding,
  ): Promise<{ file: DeliveredFile; coding: ContentCoding; body: Buffer } | undefined> {
    const name = fileKey(key);
    const known = this.files.get(name);
    if (known) {
      const coding = choose(known.codings);
      const body = this.cached(known, coding);
      if (body) return { file: known, coding, body };
    }
    const wanted = choose(known?.codings ?? COMPRESSED);
    const found = await this.read(key, wanted);
    if (!found) return undefined;
    const { projectId, sha256, language, bytes, format } = found;
    const file = known ?? { projectId, sha256, language, bytes, format, codings: found.isPlain ? [] : COMPRESSED };
    if (!known) this.files.set(name, file);
    const coding = found.isPlain ? 'identity' : wanted;
    const body = await this.bodyOf(found, coding);
    if (!body) return undefined;
    this.bodies.set(bodyKey(file, coding), body);
    return { file, coding, body };
  }

  private async bodyOf(found: FoundFile, coding: ContentCoding): Promise<Buffer | undefined> {
    const { projectId, sha256, bytes, isPlain, body } = found;
    if (!body) return this.contents.read(projectId, sha256, coding);
    const isCompressed = coding === 'identity' && !isPlain;
    return isCompressed ? decompress(body, { maxOutputLength: Math.max(1, bytes) }) : body;
  }

  private async read(key: FileKey, coding: ContentCoding): Promise<FoundFile | undefined> {
    const [found] =
      'releaseId' in key
        ? await this.database.rows<FoundFile>(OF_RELEASE, [key.releaseId, key.path, coding])
        : await this.database.rows<FoundFile>(BY_HASH, [key.projectId, key.sha256, coding, key.extension]);
    await this.open.engine?.synced();
    return found;
  }
}

const COMPRESSED: readonly ContentCoding[] = ['gzip', 'br'];

const fileKey = (key: FileKey): string =>
  'releaseId' in key ? `${key.releaseId}/${key.path}` : `${key.projectId}/${key.sha256}.${key.extension}`;

const bodyKey = ({ projectId, sha256 }: DeliveredFile, coding: ContentCoding): string =>
  `${projectId}/${sha256}/${coding}`;

const CONTENT = `c.project_id AS "projectId", c.sha256, c.format, c.bytes, c.plain IS NOT NULL AS "isPlain",
  CASE WHEN c.plain IS NOT NULL THEN c.plain WHEN $3::text = 'br' THEN c.br ELSE c.gzip END AS body`;

const OF_RELEASE = prepared(`
  SELECT f.language, ${CONTENT}
  FROM release_files f
  ${lookUp('SELECT * FROM release_contents WHERE project_id = f.project_id AND sha256 = f.sha256', 'c')}
  WHERE f.release_id = $1 AND f.path = $2`);

/** Bytes of a publication that failed are in no release. Files of several formats may have the same bytes. */
const BY_HASH = prepared(`
  SELECT NULL AS language, ${CONTENT} FROM release_contents c
  WHERE c.project_id = $1 AND c.sha256 = $2
    AND ${hasRow(`FROM release_files f WHERE f.project_id = $1 AND f.sha256 = $2 AND f.path LIKE '%.' || $4::text`)}`);
