import { createHash } from 'node:crypto';
import type { ReadTemplate, TemplateContext } from '../model/codec';
import type { PluralQuestions } from './plural-questions';

/** The memory of the templates that are kept, in bytes as `templateBytes` counts them. */
const MAX_BYTES = 64 * 1_048_576;

/** A template that was read, and what was asked about the plurals of the project meanwhile. */
export interface KeptTemplate extends ReadTemplate {
  plurals: PluralQuestions;
}

/** Templates that were read, for later files with the same template. The least recently used ones are dropped. */
export class TemplateCache {
  private readonly kept = new Map<string, { template: KeptTemplate; bytes: number }>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  get isEmpty(): boolean {
    return this.kept.size === 0;
  }

  get(key: string): KeptTemplate | undefined {
    const found = this.kept.get(key);
    if (found) this.set(key, found.template, found.bytes);
    return found?.template;
  }

  /** @param bytes of memory that the template takes */
  set(key: string, template: KeptTemplate, bytes: number): void {
    this.delete(key);
    if (bytes > this.maxBytes) return;
    this.kept.set(key, { template, bytes });
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  clear(): void {
    this.kept.clear();
    this.bytes = 0;
  }

  private delete(key: string): void {
    this.bytes -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}

/** Returns the key of a template: the digest of all that it depends on, but for the plurals. */
export function templateKey(codecId: string, bytes: Uint8Array, context: Omit<TemplateContext, 'isPlural'>): string {
  const facts = JSON.stringify([codecId, context]);
  return createHash('sha256').update(facts).update('\0').update(bytes).digest('base64');
}
