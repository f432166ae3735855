import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Rendition, type RenditionContent } from './rendition';

const MEMORY_BYTES = 192 * 1_048_576;
const FILE_BYTES = 4 * 1_073_741_824;

/** A rendering, and the revision of the project that it shows: at least the one that was asked for. */
export interface Rendered extends RenditionContent {
  revision: string;
}

/**
 * Renderings by project, revision and options. A revision never changes what it shows, so that nothing is ever
 * invalidated and every replica is right; what is no longer asked for falls out. Requests for the same share one
 * rendering.
 */
@Injectable()
export class RenditionCache implements OnApplicationShutdown {
  readonly counters = { hits: 0, misses: 0 };
  private readonly underWay = new Map<string, Promise<Rendition>>();
  // In a box, because the cache weighs anew only what is a new object.
  private readonly kept = new LRUCache<string, { rendition: Rendition }>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ rendition }) => rendition.memoryBytes,
    dispose: ({ rendition }, _key, reason) => {
      if (reason === 'set') return;
      this.fileBytes -= rendition.fileBytes;
      rendition.drop();
    },
  });
  private fileBytes = 0;

  /** @param options a canonical text of everything, beyond the revision, that the rendering depends on */
  async get(projectId: string, revision: string, options: string, render: () => Promise<Rendered>): Promise<Rendition> {
    const key = keyOf(projectId, revision, options);
    const kept = this.kept.get(key);
    if (kept) {
      this.counters.hits++;
      return kept.rendition;
    }
    const underWay = this.underWay.get(key);
    if (underWay) return underWay;
    this.counters.misses++;
    const rendering = this.renderAndKeep(projectId, options, render).finally(() => this.underWay.delete(key));
    this.underWay.set(key, rendering);
    return rendering;
  }

  get bytes(): number {
    return this.kept.calculatedSize;
  }

  onApplicationShutdown(): void {
    this.kept.clear();
  }

  private async renderAndKeep(projectId: string, options: string, render: () => Promise<Rendered>): Promise<Rendition> {
    const { revision, ...content } = await render();
    const key = keyOf(projectId, revision, options);
    const rendition = new Rendition(content, (grown) => {
      if (this.kept.peek(key)?.rendition === grown) this.kept.set(key, { rendition: grown });
    });
    const made = this.kept.peek(key);
    if (made) {
      // Somebody who asked for the newer revision was quicker.
      rendition.drop();
      return made.rendition;
    }
    this.fileBytes += rendition.fileBytes;
    this.kept.set(key, { rendition });
    while (this.fileBytes > FILE_BYTES && this.kept.size > 1) this.kept.pop();
    return rendition;
  }
}

const keyOf = (projectId: string, revision: string, options: string): string => `${projectId} ${revision} ${options}`;
