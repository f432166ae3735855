import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isOutOfMemory, WorkerThread } from '../../background/worker-thread';
import { GlossaryTooLargeError, TermFileError } from '../glossary-errors';
import type { TermFile } from './read-terms';
import type { ReadTerms } from './term-pages';
import type { TermReaderMessage } from './term-reader-thread';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'term-reader-thread.js');

/** A worker thread that reads a file of terms. */
export class ThreadTermReader extends WorkerThread {
  static readonly isAvailable = existsSync(THREAD_FILE);

  constructor() {
    super(THREAD_FILE, { heapMb: 512, youngGenerationMb: 16 });
  }

  /** @throws TermFileError, GlossaryTooLargeError */
  async read(file: TermFile): Promise<ReadTerms> {
    try {
      const message = await this.request<TermReaderMessage>(file);
      if (message.kind === 'refused') throw new TermFileError(message.detail, message.line);
      if (message.kind === 'tooLarge') throw new GlossaryTooLargeError(message.terms);
      if (message.kind === 'failed') throw message.error;
      return message.terms;
    } catch (error) {
      throw isOutOfMemory(error)
        ? new TermFileError('the file takes too much memory to read; import it in parts')
        : error;
    }
  }
}
