import { createHash } from 'node:crypto';
import type { ReadTemplate, TemplateContext } from '../model/codec';
import type { PluralQuestions } from './plural-questions';

/**
 * The length of the decoded files whose templates are kept, in UTF-16 code units. A template takes 5 to 26 bytes of memory for each,
 * most where the file is a dictionary of dictionaries.
 */
const MAX_LENGTH = 6 * 1_048_576;

/** A template that was read, and what was asked about the plurals of the project meanwhile. */
export interface KeptTemplate extends ReadTemplate {
  plurals: PluralQuestions;
}

/** Templates that were read, for later files with the same template. The least recently used ones are dropped. */
export class TemplateCache {
  private readonly kept = new Map<string, KeptTemplate>();
  private length = 0;

  constructor(private readonly maxLength = MAX_LENGTH) {}

  get(key: string): KeptTemplate | undefined {
    const found = this.kept.get(key);
    if (found) this.set(key, found);
    return found;
  }

  set(key: string, template: KeptTemplate): void {
    this.delete(key);
    const { length } = template.read.source;
    if (length > this.maxLength) return;
    this.kept.set(key, template);
    this.length += length;
    for (const oldest of this.kept.keys()) {
      if (this.length <= this.maxLength) return;
      this.delete(oldest);
    }
  }

  clear(): void {
    this.kept.clear();
    this.length = 0;
  }

  private delete(key: string): void {
    this.length -= this.kept.get(key)?.read.source.length ?? 0;
    this.kept.delete(key);
  }
}

/** Returns the key of a template: the digest of all that it depends on, but for the plurals. */
export function templateKey(codecId: string, bytes: Uint8Array, context: Omit<TemplateContext, 'isPlural'>): string {
  const facts = JSON.stringify([codecId, context]);
  return createHash('sha256').update(facts).update('\0').update(bytes).digest('base64');
}
