import { connect } from 'node:net';

/** Milliseconds without a byte after which a test fails. A busy machine may need many seconds for a response. */
const PATIENCE_MS = 60_000;

/**
 * Sends bytes that no HTTP client would send.
 * @param head request line and headers, each terminated by CRLF; Latin-1
 * @returns the whole response, status line first
 */
export function rawRequest(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(`${head}Connection: close\r\n\r\n`, 'latin1'));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no response')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/**
 * Sends a request in pieces and resolves as soon as its response is complete or the service has closed the connection,
 * also where the request never ends.
 * @param pieces strings are sent in Latin-1; each piece is a packet of its own
 * @returns everything that was received
 */
export function rawExchange(
  url: string,
  pieces: readonly (string | Buffer)[],
  patienceMs = PATIENCE_MS,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    const finish = (): void => {
      resolve(received);
      socket.destroy();
    };
    socket.setNoDelay();
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no response to ${String(pieces[0]).slice(0, 200)}`)));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isComplete(received, String(pieces[0]).startsWith('HEAD '))) finish();
    });
    // Writing to a connection that the service has closed is an error; a response that was received counts
    // nevertheless.
    socket.on('error', (error) => (received === '' ? reject(error) : finish()));
    socket.on('close', finish);
    const send = (index: number): void => {
      const piece = pieces[index];
      if (piece === undefined || socket.destroyed) return;
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece, () =>
        setImmediate(() => send(index + 1)),
      );
    };
    send(0);
  });
}

/** Whether the last response is complete; interim responses (1xx) before it are ignored. */
function isComplete(received: string, toHead: boolean): boolean {
  const response = received.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = response.slice(0, end);
  if (toHead || / (?:204|304) /.test(head.split('\r\n', 1)[0] ?? '')) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length - end - 4 >= Number(length);
}
