import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database';
import { prepared } from '../../database/statements';
import { findPluralKeys } from '../import-query';
import { type StoredContent, storedRequest } from '../stored-content';
import { ImportReader } from '../reading/import-reader';
import { RefusedFileError } from '../reading/refused-file-error';
import { needsPluralKeys } from '../sent-files';

/** The project of a key. */
interface OrderedProject {
  id: string;
  organizationId: string;
  sourceLanguage: string;
  targetLanguages: readonly string[];
}

/** The names of the keys of a file, in its order. */
export interface OrderOfFile {
  /** The path of the file; null if it was imported without a name. */
  path: string | null;
  names: readonly string[];
}

interface StoredFile {
  id: string;
  format: string;
  namespace: string;
  language: string;
  hash: string;
  /** A digest of its path and of the options of its import, which an import of the same bytes can change. */
  version: string;
}

/** The most files that are read to find a key. */
const MAX_FILES = 5;
/** The memory of the names of files, in bytes. */
const MAX_BYTES = 16 * 1_048_576;
const OVERHEAD_BYTES = 64;
const NO_BYTES = new Uint8Array();

/** Finds imported files that have a key, with the order of their keys, and keeps the orders that it has read. */
@Injectable()
export class FileOrder {
  private readonly orders = new LRUCache<string, OrderOfFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ names }) => names.reduce((sum, name) => sum + OVERHEAD_BYTES + 2 * name.length, OVERHEAD_BYTES),
  });

  constructor(
    private readonly database: Database,
    private readonly reader: ImportReader,
  ) {}

  /**
   * Returns the first of the files that has a key: files of the source language come first, then files of the longest
   * namespace, then the newest.
   *
   * @throws ImportsBusyError
   */
  async ofKey(project: OrderedProject, name: string, signal: AbortSignal): Promise<OrderOfFile | undefined> {
    const files = await this.database.rows<StoredFile>(FILES, [project.id, name, project.sourceLanguage]);
    for (const file of files) {
      const order = await this.read(project, file, signal);
      if (order?.names.includes(name)) return order;
    }
    return undefined;
  }

  /** @returns undefined for a file that was replaced meanwhile, or that an earlier version imported and this one refuses */
  private async read(project: OrderedProject, file: StoredFile, signal: AbortSignal): Promise<OrderOfFile | undefined> {
    const pluralKeys = needsPluralKeys({ bytes: NO_BYTES }, file.format)
      ? await findPluralKeys(this.database, project.id)
      : undefined;
    const plurals =
      pluralKeys &&
      createHash('sha256')
        .update([...pluralKeys].sort().join('\n'))
        .digest('base64');
    const key = JSON.stringify([file.id, file.hash, file.version, plurals, project.sourceLanguage]);
    const known = this.orders.get(key);
    if (known) return known;
    const [row] = await this.database.rows<StoredContent>(CONTENT, [project.id, file.id, file.hash]);
    if (!row) return undefined;
    const request = await storedRequest(file, row, { ...project, pluralKeys });
    try {
      const { keys } = await this.reader.read(request, project.organizationId, signal);
      const order = { path: row.path, names: Array.from({ length: keys.length }, (_, index) => keys.name(index)) };
      this.orders.set(key, order);
      return order;
    } catch (error) {
      if (error instanceof RefusedFileError) return undefined;
      throw error;
    }
  }
}

/** The files that may have the key `$2`; `$3` is the source language. */
const FILES = prepared(`
  SELECT id, format, namespace, language, encode(hash, 'hex') AS hash,
         md5(coalesce(path, '') || ' ' || options::text) AS version
  FROM file_templates
  WHERE project_id = $1 AND (namespace = '' OR starts_with($2::text, namespace || '.'))
  ORDER BY language IN ('', $3) DESC, length(namespace) DESC, updated_at DESC, id LIMIT ${MAX_FILES}`);

const CONTENT = prepared(`
  SELECT path, options, content FROM file_templates WHERE project_id = $1 AND id = $2 AND hash = decode($3, 'hex')`);
