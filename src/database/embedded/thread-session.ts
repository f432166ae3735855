import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Session } from './session';
import type { SessionCall, SessionResponse } from './session-thread';

/** The compiled entry of the worker thread. It does not exist in tests, which compile each source as they load it. */
const ENTRY = join(__dirname, 'session-thread.js');

interface PendingCall {
  resolve: (parts: Uint8Array[]) => void;
  reject: (error: Error) => void;
}

/** A session in a worker thread: no statement blocks this thread's event loop. */
export class ThreadSession implements Session {
  private readonly pending = new Map<number, PendingCall>();
  private lastId = 0;
  private state: 'opening' | 'open' | 'closing' | Error = 'opening';

  private constructor(private readonly worker: Worker) {
    worker.on('message', (response: SessionResponse) => this.settle(response));
    worker.on('error', (error: Error) => this.end(error));
    worker.on('exit', () => this.end(new Error('the thread of the embedded database has ended')));
  }

  static readonly isAvailable = existsSync(ENTRY);

  static async inFolder(folder: string): Promise<ThreadSession> {
    const session = new ThreadSession(new Worker(ENTRY, { workerData: folder }));
    await session.response(0);
    session.state = 'open';
    return session;
  }

  execute(messages: Uint8Array): Promise<Uint8Array[]> {
    return this.call('execute', messages);
  }

  async reset(): Promise<void> {
    await this.call('reset');
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

  private settle(response: SessionResponse): void {
    const call = this.pending.get(response.id);
    this.pending.delete(response.id);
    if ('error' in response) call?.reject(response.error);
    else call?.resolve(response.parts);
  }

  /**
   * Rejects all pending and later calls. The service cannot work without its database: unless the session was being
   * opened or closed, the error becomes an uncaught exception, which ends the process.
   */
  private end(error: Error): void {
    const { state } = this;
    if (state instanceof Error) return;
    this.state = error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
    if (state === 'open') throw error;
  }
}
