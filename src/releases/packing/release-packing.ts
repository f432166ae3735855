import { Injectable, Logger } from '@nestjs/common';
import type { Job } from '../../background/job';
import { JobRunner } from '../../background/job-runner';
import { Database } from '../../database/database';
import { hasRow, lookUp } from '../../database/planned-reads';
import { prepared } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import { writeSettings } from '../../database/write-settings';
import { toStoredForms } from '../stored-forms';
import { makeWhole } from './content-rows';
import { DeltaWorker } from './delta-worker';
import { MAX_DELTAS, ReleaseContents } from './release-contents';

/** Releases that are read at a time. */
const PAGE = 100;
/** A delta that takes more than this part of the bytes of its content is not worth its time to read. */
const MAX_SHARE = 0.5;

interface ReleaseToStore {
  id: string;
  projectId: string;
  channel: string;
}

interface ContentOfRelease {
  path: string;
  sha256: string;
}

/** A content, and another one that could be its base. */
interface Pair {
  sha256: string;
  bytes: number;
  br: Buffer;
  /** The bytes of all stored forms together. */
  storedBytes: number;
  baseSha256: string;
  baseBytes: number;
  baseBr: Buffer;
}

/**
 * Makes the contents of old releases deltas. As in RCS, the contents that channels serve are whole, and an older content is a delta against
 * the content that replaced it at the same path of the same channel, which later becomes a delta itself. The contents of a release that a
 * channel serves again are made whole again; meanwhile `ReleaseContents` reads them.
 *
 * Each content is a transaction of its own, after which all can be read: a run can end at any point, and the next one goes on.
 */
@Injectable()
export class ReleasePacking implements Job {
  readonly name = 'release-packing';
  readonly intervalMs = 60_000;
  private readonly logger = new Logger('Releases');

  constructor(
    private readonly database: Database,
    private readonly contents: ReleaseContents,
    private readonly worker: DeltaWorker,
    jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  async *run(): AsyncGenerator<number> {
    yield* this.each(SERVED_AGAIN, (release) => this.unpack(release));
    yield* this.each(SUPERSEDED, (release) => this.pack(release));
  }

  /** A release that fails does not keep others from their turn. The next run tries it again. */
  private async *each(
    statement: typeof SUPERSEDED,
    work: (release: ReleaseToStore) => AsyncGenerator<number>,
  ): AsyncGenerator<number> {
    for (let last: string | null = null; ;) {
      const releases: ReleaseToStore[] = await this.database.rows<ReleaseToStore>(statement, [last, PAGE]);
      for (const release of releases) {
        try {
          yield* work(release);
        } catch (error) {
          this.logger.error(
            `the release ${release.id} is not packed or unpacked, will be tried again: ${String(error)}`,
          );
        }
      }
      if (releases.length < PAGE) return;
      last = releases.at(-1)?.id ?? null;
    }
  }

  private async *unpack({ id, projectId }: ReleaseToStore): AsyncGenerator<number> {
    for (const { sha256 } of await this.database.rows<ContentOfRelease>(PACKED_CONTENTS, [id])) {
      const content = await this.contents.read(projectId, sha256, 'identity');
      if (!content) continue;
      const forms = await toStoredForms(content);
      await this.write((tx) => makeWhole(tx, { projectId, sha256 }, forms));
      yield 1;
    }
    yield await this.write((tx) => tx.count(SET_UNPACKED, [id]));
  }

  private async *pack(release: ReleaseToStore): AsyncGenerator<number> {
    for (const content of await this.database.rows<ContentOfRelease>(CONTENTS_TO_PACK, [release.id])) {
      yield (await this.packContent(release, content)) ? 1 : 0;
    }
    yield await this.write((tx) => tx.count(SET_PACKED, [release.id]));
  }

  /** @returns whether the content is a delta now */
  private async packContent(
    { id, projectId, channel }: ReleaseToStore,
    { path, sha256 }: ContentOfRelease,
  ): Promise<boolean> {
    const [pair] = await this.database.rows<Pair>(PAIR, [projectId, sha256, channel, id, path]);
    if (!pair) return false;
    const base = { sha256: pair.baseSha256, bytes: pair.baseBytes, br: pair.baseBr };
    const maxBytes = pair.storedBytes * MAX_SHARE;
    const delta = await this.contents.alone(projectId, () => this.worker.pack({ base, target: pair, maxBytes }));
    if (!delta) return false;
    return this.write(async (tx) => {
      const locked = await tx.rows(LOCK_PAIR, [projectId, [sha256, base.sha256]]);
      if (locked.length < 2) return false;
      const [state] = await tx.rows<{ isFree: boolean; dependents: number }>(STATE, [projectId, sha256, id]);
      if (!state?.isFree || state.dependents >= MAX_DELTAS) return false;
      return (await tx.count(SET_DELTA, [projectId, sha256, base.sha256, delta])) > 0;
    });
  }

  private write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(`BEGIN; ${writeSettings()}`, work);
  }
}

const SERVED_AGAIN = prepared(`
  SELECT DISTINCT r.id, r.project_id AS "projectId", r.channel FROM channels c JOIN releases r ON r.id = c.release_id
  WHERE r.packed AND ($1::uuid IS NULL OR r.id > $1) ORDER BY r.id LIMIT $2`);

/** Another release has replaced it for some time, so that caches and clients do not ask for its files any more. */
const SUPERSEDED = prepared(`
  SELECT r.id, r.project_id AS "projectId", r.channel FROM releases r
  WHERE NOT r.packed AND ($1::uuid IS NULL OR r.id > $1)
    AND NOT EXISTS (SELECT FROM channels c WHERE c.release_id = r.id)
    AND EXISTS (
      SELECT FROM releases n WHERE n.project_id = r.project_id AND n.channel = r.channel AND n.id > r.id
        AND n.created_at < now() - interval '2 minutes')
  ORDER BY r.id LIMIT $2`);

const PACKED_CONTENTS = prepared(`
  SELECT DISTINCT c.sha256, '' AS path
  FROM release_files f JOIN release_contents c ON c.project_id = f.project_id AND c.sha256 = f.sha256
  WHERE f.release_id = $1 AND c.base_sha256 IS NOT NULL ORDER BY c.sha256`);

const SET_UNPACKED = prepared(`
  UPDATE releases r SET packed = false WHERE r.id = $1 AND NOT EXISTS (
    SELECT FROM release_files f JOIN release_contents c ON c.project_id = f.project_id AND c.sha256 = f.sha256
    WHERE f.release_id = r.id AND c.base_sha256 IS NOT NULL)`);

/** SQL of the condition that no other release needs the content whole: it is packed with the last release that has it. */
const isFree = (projectId: string, sha256: string, releaseId: string): string =>
  'NOT ' +
  hasRow(`FROM release_files o JOIN releases n ON n.id = o.release_id
    WHERE o.project_id = ${projectId} AND o.sha256 = ${sha256} AND n.id <> ${releaseId}
      AND (NOT n.packed OR EXISTS (SELECT FROM channels s WHERE s.release_id = n.id))`);

const CONTENTS_TO_PACK = prepared(`
  SELECT DISTINCT ON (c.sha256) c.sha256, f.path
  FROM release_files f JOIN release_contents c ON c.project_id = f.project_id AND c.sha256 = f.sha256
  WHERE f.release_id = $1 AND c.br IS NOT NULL AND ${isFree('f.project_id', 'f.sha256', '$1')}
  ORDER BY c.sha256, f.path`);

/** The base is the content of the next release that is whole: what depends on it depends on nothing else, so that there are no circles. */
const PAIR = prepared(`
  SELECT c.sha256, c.bytes, c.br, octet_length(c.br) + octet_length(c.gzip) AS "storedBytes",
    b.sha256 AS "baseSha256", b.bytes AS "baseBytes", b.br AS "baseBr"
  FROM release_contents c
  ${lookUp(
    `SELECT o.* FROM releases n JOIN release_files f ON f.release_id = n.id AND f.path = $5
     JOIN release_contents o ON o.project_id = f.project_id AND o.sha256 = f.sha256
     WHERE n.project_id = $1 AND n.channel = $3 AND n.id > $4 AND o.sha256 <> c.sha256 AND o.br IS NOT NULL
     ORDER BY n.id`,
    'b',
  )}
  WHERE c.project_id = $1 AND c.sha256 = $2 AND c.br IS NOT NULL`);

/** Neither of them becomes a delta meanwhile, and no publication relies on them. */
const LOCK_PAIR = prepared(`
  SELECT 1 FROM release_contents WHERE project_id = $1 AND sha256 = ANY ($2::text[]) AND br IS NOT NULL
  ORDER BY sha256 FOR NO KEY UPDATE`);

const STATE = prepared(`
  WITH RECURSIVE dependents AS (
    SELECT $2::text COLLATE "C" AS sha256, 1 AS step
    UNION ALL
    SELECT c.sha256, d.step + 1 FROM dependents d
    JOIN release_contents c ON c.project_id = $1 AND c.base_sha256 = d.sha256 WHERE d.step <= ${MAX_DELTAS})
  SELECT ${isFree('$1', '$2', '$3')} AS "isFree", (SELECT max(step) FROM dependents) - 1 AS dependents`);

const SET_DELTA = prepared(`
  UPDATE release_contents SET base_sha256 = $3, delta = $4, gzip = NULL, br = NULL
  WHERE project_id = $1 AND sha256 = $2`);

const SET_PACKED = prepared('UPDATE releases SET packed = true WHERE id = $1');
