import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import { Database } from '../../database/database';
import { lookUp } from '../../database/planned-reads';
import { prepared } from '../../database/statements';
import { compress } from '../../http/responses/compress';
import type { ContentCoding } from '../../http/responses/representation';
import { DeltaError } from './delta';
import { DeltaWorker } from './delta-worker';

/** The most deltas that are applied to read a content. */
export const MAX_DELTAS = 20;

/** The contents of a project that wait to be read. */
const MAX_WAITING = 50;
const MAX_WAIT_MS = 10_000;

/** A stored content: whole, or a delta against the one before it. */
interface Link {
  sha256: string;
  bytes: number;
  br: Buffer | null;
  delta: Buffer | null;
}

/** Many contents that are stored as deltas are asked for. */
class ContentsBusyError extends DomainError {
  constructor() {
    super('busy', 'many files of old releases are being read', { headers: { 'retry-after': '2' } });
  }
}

/** Reads contents that are stored as deltas: see `ReleasePacking`. */
@Injectable()
export class ReleaseContents {
  /** One content is read or packed at a time: it takes a processor, and memory for some files. Projects take turns. */
  private readonly turns = new FairSemaphore({
    slots: 1,
    slotsPerGroup: 1,
    maxWaiting: MAX_WAITING,
    timeoutMs: MAX_WAIT_MS,
    createRefusal: () => new ContentsBusyError(),
  });
  /** The contents that are being read, so that each is read once for all requests. */
  private readonly reading = new Map<string, Promise<Buffer | undefined>>();

  constructor(
    private readonly database: Database,
    private readonly worker: DeltaWorker,
  ) {}

  /**
   * Returns the bytes of a content that is not `plain`, which have its SHA-256.
   *
   * @returns undefined if there is no such content
   * @throws DeltaError if the stored bytes are damaged; ContentsBusyError
   */
  read(projectId: string, sha256: string, coding: ContentCoding): Promise<Buffer | undefined> {
    const name = `${projectId}/${sha256}/${coding}`;
    const known = this.reading.get(name);
    if (known) return known;
    const reading = this.turns
      .run(projectId, async () => {
        const content = await this.readNow(projectId, sha256);
        return content && coding !== 'identity' ? compress(content, coding) : content;
      })
      .finally(() => this.reading.delete(name));
    this.reading.set(name, reading);
    return reading;
  }

  /** Does other work with the bytes of contents of a project while none is read. @throws ContentsBusyError */
  alone<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    return this.turns.run(projectId, work);
  }

  private async readNow(projectId: string, sha256: string): Promise<Buffer | undefined> {
    const [base, ...links] = await this.database.rows<Link>(CHAIN, [projectId, sha256]);
    if (!base) return undefined;
    const { br } = base;
    if (!br) throw new DeltaError(`the content ${base.sha256}, on which ${sha256} depends, is not whole`);
    const deltas = links.map(({ delta, ...link }) => {
      if (!delta) throw new DeltaError(`the content ${link.sha256} has no delta`);
      return { ...link, delta };
    });
    return this.worker.read({ base: { ...base, br }, deltas });
  }
}

const CHAIN = prepared(`
  WITH RECURSIVE chain AS (
    SELECT sha256, base_sha256, 0 AS step FROM release_contents WHERE project_id = $1 AND sha256 = $2
    UNION ALL
    SELECT c.sha256, c.base_sha256, chain.step + 1 FROM chain
    ${lookUp('SELECT * FROM release_contents WHERE project_id = $1 AND sha256 = chain.base_sha256', 'c')}
    WHERE chain.step < ${MAX_DELTAS})
  SELECT c.sha256, c.bytes, c.br, c.delta FROM chain
  ${lookUp('SELECT * FROM release_contents WHERE project_id = $1 AND sha256 = chain.sha256', 'c')}
  ORDER BY chain.step DESC`);
