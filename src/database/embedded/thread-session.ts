import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hasDatabase } from './folder-lock';
import type { Durability, Session, SessionEvents } from './session';
import { SessionEndedError } from './session-end';
import type { SessionCall, SessionMessage, SessionPlace } from './session-thread';

/** The compiled entries of worker threads. They do not exist in tests, which compile each source as they load it. */
const ENTRY = join(__dirname, 'session-thread.js');
const CREATION_ENTRY = join(__dirname, 'new-database-thread.js');

interface PendingCall {
  resolve: (parts: Uint8Array[]) => void;
  reject: (error: Error) => void;
}

/**
 * Creates the database of DATA_DIR in a thread that ends then: PostgreSQL's initdb takes 700 MB, which a thread keeps.
 * @throws SessionEndedError
 */
async function create(workerData: SessionPlace): Promise<void> {
  try {
    await once(new Worker(CREATION_ENTRY, { workerData }), 'exit');
  } catch (error) {
    throw new SessionEndedError((error as Error).message, { cause: error });
  }
}

/** A session in a worker thread: no statement blocks this thread's event loop. */
export class ThreadSession implements Session {
  private readonly pending = new Map<number, PendingCall>();
  private lastId = 0;
  private state: 'opening' | 'open' | 'closing' | SessionEndedError = 'opening';

  private constructor(
    private readonly worker: Worker,
    private readonly events: SessionEvents,
  ) {
    worker.on('message', (message: SessionMessage) => this.receive(message));
    worker.on('error', (error: Error) => this.end(new SessionEndedError(error.message, { cause: error })));
    worker.on('exit', () => this.end(new SessionEndedError('its thread has ended')));
  }

  static readonly isAvailable = existsSync(ENTRY);

  /** Opens the database of DATA_DIR, and creates it if there is none. @throws SessionEndedError */
  static async inFolder(dataDir: string, durability: Durability, events: SessionEvents): Promise<ThreadSession> {
    const workerData: SessionPlace = { dataDir, durability };
    if (!hasDatabase(dataDir)) await create(workerData);
    const session = new ThreadSession(new Worker(ENTRY, { workerData }), events);
    try {
      await session.response(0);
    } catch (error) {
      await session.worker.terminate();
      throw error;
    }
    session.state = 'open';
    return session;
  }

  execute(messages: Uint8Array): Promise<Uint8Array[]> {
    return this.call('execute', messages);
  }

  async reset(): Promise<void> {
    await this.call('reset');
  }

  async ping(): Promise<void> {
    await this.call('ping');
  }

  async close(): Promise<void> {
    if (this.state instanceof Error) return;
    this.state = 'closing';
    await this.call('close');
    await this.worker.terminate();
  }

  private call(method: SessionCall['method'], messages: Uint8Array = new Uint8Array()): Promise<Uint8Array[]> {
    if (this.state instanceof Error) return Promise.reject(this.state);
    const call: SessionCall = { id: ++this.lastId, method, messages };
    this.worker.postMessage(call);
    return this.response(call.id);
  }

  private response(id: number): Promise<Uint8Array[]> {
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
  }

  private receive(message: SessionMessage): void {
    if ('ended' in message) return this.end(new SessionEndedError(message.ended));
    if ('unsyncedLog' in message) return this.events.onUnsyncedLog(message.unsyncedLog);
    const call = this.pending.get(message.id);
    this.pending.delete(message.id);
    if ('error' in message) call?.reject(message.error);
    else call?.resolve(message.parts);
  }

  /**
   * Rejects all pending and later calls. An end while the session was being opened or closed is the result of that call
   * only.
   */
  private end(error: SessionEndedError): void {
    const { state } = this;
    if (state instanceof Error) return;
    this.state = error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
    if (state === 'open') this.events.onEnd(error);
  }
}
