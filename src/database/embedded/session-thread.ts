import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { LocalSession, type Session } from './session';

/** A call of a session's method; its response carries the same id. */
export interface SessionCall {
  id: number;
  method: keyof Session;
  messages: Uint8Array;
}

/** The response to a call; id 0 reports that the database is open. */
export type SessionResponse = { id: number } & ({ parts: Uint8Array[] } | { error: Error });

/**
 * The entry of the worker thread that runs an embedded database: opens the folder of `workerData` and executes the
 * calls that the port receives. An error on opening ends the thread.
 */
async function serve(port: MessagePort): Promise<void> {
  const session = await LocalSession.inFolder(workerData as string);
  const respond = (response: SessionResponse, buffers: ArrayBuffer[] = []): void => port.postMessage(response, buffers);
  port.on('message', ({ id, method, messages }: SessionCall) => {
    session[method](messages).then(
      (result) => {
        const parts = result ?? [];
        respond(
          { id, parts },
          parts.map(({ buffer }) => buffer as ArrayBuffer),
        );
      },
      (error: Error) => respond({ id, error }),
    );
  });
  respond({ id: 0, parts: [] });
}

if (parentPort) void serve(parentPort);
