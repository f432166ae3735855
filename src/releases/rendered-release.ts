import type { ListedFile } from '../language-files';
import { Spool, type SpooledContent } from '../exports/cache/spool';
import { SpooledFile } from '../exports/cache/spooled-file';
import type { ReleasedFile } from './release';
import { MAX_FILE_BYTES, MAX_FILES, ReleaseTooLargeError } from './release-errors';
import { type Form, FORMS, type StoredForms, toStoredForms } from './stored-forms';

/** The place of bytes in the content of a rendered release. */
interface Part {
  position: number;
  length: number;
}

/** A file whose bytes are not stored whole yet. */
export interface FileToStore {
  sha256: string;
  bytes: number;
  forms: Partial<Record<Form, Part>>;
}

/** The address of a file behind its channel. @param namespace `''`: the file has the keys of all namespaces, or of none */
const pathOf = (language: string, namespace: string, extension: string): string =>
  `${language}${namespace === '' ? '' : `/${namespace}`}.${extension}`;

/**
 * Collects the files of a release. One file is compressed while the next one is rendered; what is compressed moves to a temporary file
 * when it is too large for memory.
 */
export class RenderedRelease {
  readonly files: ReleasedFile[] = [];
  readonly toStore: FileToStore[] = [];
  private readonly known = new Set<string>();
  private readonly spool = new Spool();
  private position = 0;
  private compressing: Promise<void> = Promise.resolve();
  private content?: Buffer | SpooledFile;

  /**
   * @param extension of the files
   * @param isStored returns whether bytes with the hash are stored whole
   */
  constructor(
    private readonly extension: string,
    private readonly isStored: (sha256: string) => Promise<boolean>,
  ) {}

  /** @throws ReleaseTooLargeError */
  async add({ language, namespace }: ListedFile, rendered: SpooledContent): Promise<void> {
    const path = pathOf(language, namespace, this.extension);
    const { content, hash: sha256 } = rendered;
    if (!Buffer.isBuffer(content)) {
      content.close();
      throw new ReleaseTooLargeError(`the file ${path} is larger than ${MAX_FILE_BYTES / 1_048_576} MiB`);
    }
    if (this.files.length >= MAX_FILES) throw new ReleaseTooLargeError(`a release has at most ${MAX_FILES} files`);
    this.files.push({ language, namespace: namespace === '' ? null : namespace, path, sha256, bytes: content.length });
    if (this.known.has(sha256)) return;
    this.known.add(sha256);
    if (await this.isStored(sha256)) return;
    // Memory holds two files: one is compressed while the next one is rendered.
    await this.compressing;
    this.compressing = this.compress(sha256, content);
    // An error is thrown where the promise is awaited.
    this.compressing.catch(() => undefined);
  }

  /** Ends the rendering. */
  async end(): Promise<void> {
    await this.compressing;
    ({ content: this.content } = await this.spool.end());
    this.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** Reads the stored forms of a file, after the end of the rendering. */
  async read({ forms }: FileToStore): Promise<StoredForms> {
    const read: StoredForms = {};
    for (const form of FORMS) {
      const part = forms[form];
      if (part) read[form] = await this.readPart(part);
    }
    return read;
  }

  /** Frees the temporary file. */
  async close(): Promise<void> {
    await this.compressing.catch(() => undefined);
    if (this.content instanceof SpooledFile) this.content.close();
    else if (this.content === undefined) await this.spool.abort();
  }

  private async compress(sha256: string, content: Buffer): Promise<void> {
    const file: FileToStore = { sha256, bytes: content.length, forms: {} };
    const stored = await toStoredForms(content);
    for (const form of FORMS) {
      const bytes = stored[form];
      if (!bytes) continue;
      file.forms[form] = { position: this.position, length: bytes.length };
      this.position += bytes.length;
      await this.spool.write(bytes);
    }
    this.toStore.push(file);
  }

  private readPart({ position, length }: Part): Promise<Buffer> | Buffer {
    if (this.content === undefined) throw new Error('the rendering of the release has not ended');
    return Buffer.isBuffer(this.content)
      ? this.content.subarray(position, position + length)
      : this.content.read(position, length);
  }
}
