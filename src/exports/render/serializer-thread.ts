import { parentPort } from 'node:worker_threads';
import { DRAINED, Serializer, type SerializerRequest } from './serializer';

/** Templates are kept for exports after a few edits, and removed when there are no exports. */
const KEPT_MS = 60_000;

const serializer = new Serializer();
const forgetTemplates = setTimeout(() => serializer.forgetTemplates(), KEPT_MS).unref();

parentPort?.on('message', (request: SerializerRequest | typeof DRAINED) => {
  if (request === DRAINED) return parentPort?.postMessage(DRAINED);
  if (request.kind === 'file') forgetTemplates.refresh();
  const message = serializer.handle(request);
  if (message) parentPort?.postMessage(message, message.kind === 'block' ? [message.bytes.buffer] : []);
});
