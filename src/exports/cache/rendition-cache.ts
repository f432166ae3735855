import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Audience } from '../../common/scheduling/audience';
import { ClientDisconnectedError } from '../../http/connections/client-signal';
import type { Reference } from './reference-counter';
import { Rendition, type RenditionContent } from './rendition';

const MAX_MEMORY_BYTES = 128 * 1_048_576;
const MAX_FILE_BYTES = 4 * 1_073_741_824;

export interface RenditionKey {
  projectId: string;
  revision: string;
  /** Everything beyond the revision that the rendering depends on, as one canonical string. */
  options: string;
}

/**
 * Renders a snapshot of the requested revision or a later one.
 *
 * @param signal is aborted when all clients that wait for the rendering have disconnected
 */
export type Render = (signal: AbortSignal) => Promise<RenditionContent>;

interface ReferencedRendition {
  rendition: Rendition;
  reference: Reference;
}

/**
 * Keeps renderings by project, revision and options; concurrent requests for one key share one rendering. What a
 * revision contains never changes, so entries need no invalidation and are correct on every replica. The least recently
 * used entries are evicted.
 */
@Injectable()
export class RenditionCache implements OnApplicationShutdown {
  readonly counters = { hits: 0, misses: 0 };
  private readonly inFlight = new Map<string, SharedRendering>();
  // The entry is a new object each time it is set, because lru-cache weighs only new objects.
  private readonly entries = new LRUCache<string, ReferencedRendition>({
    maxSize: MAX_MEMORY_BYTES,
    sizeCalculation: ({ rendition }) => rendition.memoryBytes,
    dispose: ({ rendition, reference }, _key, reason) => {
      if (reason === 'set') return;
      this.fileBytes -= rendition.fileBytes;
      reference.release();
    },
  });
  private fileBytes = 0;

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.entries.calculatedSize;
  }

  /**
   * Calls `work` with the rendition of `key`, which is rendered when the cache does not have it. An evicted rendition
   * can still be read until the promise of `work` settles, and not after that.
   *
   * @param clientSignal returns a signal that is aborted when the client disconnects. Default: it stays connected
   */
  async use<T>(
    key: RenditionKey,
    render: Render,
    work: (rendition: Rendition) => Promise<T>,
    clientSignal = (): AbortSignal => new AbortController().signal,
  ): Promise<T> {
    const { rendition, reference } = this.cached(key) ?? (await this.rendered(key, render, clientSignal));
    try {
      return await work(rendition);
    } finally {
      reference.release();
    }
  }

  /** Evicts all entries. */
  clear(): void {
    this.entries.clear();
  }

  onApplicationShutdown(): void {
    this.clear();
  }

  private cached(key: RenditionKey): ReferencedRendition | undefined {
    const entry = this.entries.get(toId(key));
    if (!entry) return undefined;
    this.counters.hits++;
    return { rendition: entry.rendition, reference: entry.rendition.acquire() };
  }

  private async rendered(
    key: RenditionKey,
    render: Render,
    clientSignal: () => AbortSignal,
  ): Promise<ReferencedRendition> {
    const signal = clientSignal();
    for (;;) {
      try {
        return await this.share(key, render).acquire(signal);
      } catch (error) {
        // All other clients had disconnected before the rendering began, and this one joined in the same moment.
        if (signal.aborted || !(error instanceof ClientDisconnectedError)) throw error;
      }
    }
  }

  private share(key: RenditionKey, render: Render): SharedRendering {
    const id = toId(key);
    let shared = this.inFlight.get(id);
    if (!shared) {
      this.counters.misses++;
      shared = new SharedRendering((signal) => this.render(key, () => render(signal)));
      this.inFlight.set(id, shared);
    }
    return shared;
  }

  private async render(key: RenditionKey, render: () => Promise<RenditionContent>): Promise<ReferencedRendition> {
    try {
      const content = await render();
      return this.add(toId({ ...key, revision: content.revision }), content);
    } finally {
      this.inFlight.delete(toId(key));
    }
  }

  private add(id: string, content: RenditionContent): ReferencedRendition {
    const rendition = new Rendition(content, (grown) => {
      const entry = this.entries.peek(id);
      if (entry?.rendition === grown) this.entries.set(id, { ...entry });
    });
    const reference = rendition.acquire();
    const existing = this.entries.peek(id);
    if (existing) {
      // A request for the later revision finished first.
      reference.release();
      return { rendition: existing.rendition, reference: existing.rendition.acquire() };
    }
    this.fileBytes += rendition.fileBytes;
    this.entries.set(id, { rendition, reference: rendition.acquire() });
    while (this.fileBytes > MAX_FILE_BYTES && this.entries.size > 1) this.entries.pop();
    return { rendition, reference };
  }
}

/** One rendering that several requests wait for. It holds a reference until the last of them has its own. */
class SharedRendering {
  private waiting = 0;
  private readonly audience = new Audience();
  private readonly result: Promise<ReferencedRendition>;

  constructor(render: (signal: AbortSignal) => Promise<ReferencedRendition>) {
    this.result = render(this.audience.signal);
  }

  /** Must be called before the rendering is complete. */
  async acquire(signal: AbortSignal): Promise<ReferencedRendition> {
    this.waiting++;
    const { rendition, reference } = await this.audience.wait(this.result, signal);
    const acquired = { rendition, reference: rendition.acquire() };
    if (--this.waiting === 0) reference.release();
    return acquired;
  }
}

const toId = ({ projectId, revision, options }: RenditionKey): string => `${projectId} ${revision} ${options}`;
