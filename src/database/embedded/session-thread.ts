import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Durability, LocalSession, type Session } from './session';
import { SessionEndedError } from './session-end';

/** What the thread opens. */
export interface SessionPlace {
  dataDir: string;
  durability: Durability;
}

/** A call of a session's method; its response carries the same id. */
export interface SessionCall {
  id: number;
  method: keyof Session;
  messages: Uint8Array;
}

/** The response to a call, where id 0 reports that the database is open, or an event of the session. */
export type SessionMessage =
  | { id: number; parts: Uint8Array[] }
  | { id: number; error: Error }
  | { unsyncedLog: string }
  /** The reason of a `SessionEndedError`: the class of an error does not pass between threads. */
  | { ended: string };

/**
 * The entry of the worker thread that runs an embedded database: opens the place of `workerData` and executes the calls
 * that the port receives.
 */
async function serve(port: MessagePort, { dataDir, durability }: SessionPlace): Promise<void> {
  const send = (message: SessionMessage, buffers: ArrayBuffer[] = []): void => port.postMessage(message, buffers);
  const onEnd = ({ reason }: SessionEndedError): void => send({ ended: reason });
  const onUnsyncedLog = (unsyncedLog: string): void => send({ unsyncedLog });
  const session = await LocalSession.inFolder(dataDir, durability, { onUnsyncedLog, onEnd });
  port.on('message', ({ id, method, messages }: SessionCall) => {
    session[method](messages).then(
      (result) => {
        const parts = result ?? [];
        send(
          { id, parts },
          parts.map(({ buffer }) => buffer as ArrayBuffer),
        );
      },
      (error: Error) => send({ id, error }),
    );
  });
  send({ id: 0, parts: [] });
}

function reportEnd(port: MessagePort, error: unknown): void {
  if (!(error instanceof SessionEndedError)) throw error;
  port.postMessage({ ended: error.reason } satisfies SessionMessage);
}

const port = parentPort;
if (port) serve(port, workerData as SessionPlace).catch((error: unknown) => reportEnd(port, error));
