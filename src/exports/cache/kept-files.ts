import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { HEAP_BYTES } from '../render/serializer-port';
import type { ReplacingTemplate } from '../render/stored-template';
import type { KeptFile } from '../render/thread-serializer';
import type { TemplatePlace } from '../render/file-templates';

/** A file of an import as it is stored, with its place among the templates of its project. */
interface NewTemplate extends TemplatePlace, ReplacingTemplate {
  /** Set if it is beside the first file of its place. */
  beside?: unknown;
}

const MAX_BYTES = Math.min(64 * 1_048_576, Math.floor(HEAP_BYTES / 4));
/** The memory of what is known about a file without its entries. */
const OVERHEAD_BYTES = 1_024;

/** The file of an export, as it was written last. */
export interface FormerFile {
  revision: string;
  sourceLanguage: string;
  /** Tells apart the templates of the file: the rows they were read from. Empty: it had none. */
  templates: string;
  /** The place of its template, which an import can replace. Undefined: it has none of its own. */
  place?: TemplatePlace;
  /** The entries. Undefined: they are not kept. */
  kept?: KeptFile;
}

/** The place of the former file of one export. */
export interface FormerFileSlot {
  /** Returns the former file, whose entries belong to the caller then. */
  take(): FormerFile | undefined;
  /** @param isContinued whether the file was written from the entries of the former one */
  put(file: FormerFile, isContinued: boolean): void;
}

/**
 * Keeps the entries of exported files, so that the export of the next revision reads only the changed entries. They are
 * in the memory of the threads that wrote the files. The least recently used ones are dropped.
 */
@Injectable()
export class KeptFiles implements OnApplicationShutdown {
  /** Files that were written from the entries of former ones, and others. */
  readonly counters = { continued: 0, anew: 0 };
  private readonly files = new LRUCache<string, FormerFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: (file) => OVERHEAD_BYTES + (file.kept?.bytes ?? 0),
    dispose: ({ kept }, _key, reason) => {
      if (reason !== 'set') kept?.drop();
    },
  });

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.files.calculatedSize;
  }

  /** @param options everything beyond the revision that the file depends on, as one canonical string */
  slotOf(projectId: string, options: string): FormerFileSlot {
    const key = `${projectId} ${options}`;
    return {
      take: () => {
        const file = this.files.get(key);
        if (file?.kept) this.files.set(key, { ...file, kept: undefined });
        return file;
      },
      put: (file, isContinued) => {
        this.counters[isContinued ? 'continued' : 'anew']++;
        this.put(key, file);
      },
    };
  }

  /**
   * Has the files of an import read that replace templates of former files, while the import writes its texts: the first export after
   * the import waits no longer than one after an edit.
   */
  readAhead(projectId: string, templates: readonly NewTemplate[]): void {
    const byPlace = new Map(templates.filter(({ beside }) => !beside).map((template) => [nameOf(template), template]));
    for (const [key, { kept, place }] of this.files.entries()) {
      const template = place && key.startsWith(`${projectId} `) ? byPlace.get(nameOf(place)) : undefined;
      if (template) kept?.readAhead(template);
    }
  }

  /** Drops all entries. */
  clear(): void {
    this.files.clear();
  }

  onApplicationShutdown(): void {
    this.clear();
  }

  private put(key: string, { kept, ...file }: FormerFile): void {
    this.files.peek(key)?.kept?.drop();
    const fits = kept !== undefined && kept.bytes <= MAX_BYTES / 2;
    if (!fits) kept?.drop();
    this.files.set(key, fits ? { ...file, kept } : file);
  }
}

const nameOf = ({ format, namespace, language }: TemplatePlace): string =>
  JSON.stringify([format, namespace, language]);
