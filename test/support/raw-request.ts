import { connect } from 'node:net';

/**
 * Sends bytes as they are, for what no HTTP client would send.
 * @param head request line and headers, each ended by CRLF; Latin-1
 * @returns the whole answer, status line first
 */
export function rawRequest(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(`${head}Connection: close\r\n\r\n`, 'latin1'));
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/**
 * Sends a whole request in pieces, as they are, and returns as soon as the answer to it has come whole, or the service has
 * hung up: what it says to requests that never end.
 * @param pieces Latin-1 where they are texts; each is a packet of its own
 */
export function rawExchange(url: string, pieces: readonly (string | Buffer)[], patienceMs = 5_000): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    const finish = (): void => {
      resolve(answer);
      socket.destroy();
    };
    socket.setNoDelay();
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no answer to ${String(pieces[0]).slice(0, 200)}`)));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (isWhole(answer, String(pieces[0]).startsWith('HEAD '))) finish();
    });
    // What is sent to one who has hung up already is an error, too; an answer is an answer.
    socket.on('error', (error) => (answer === '' ? reject(error) : finish()));
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

/** Of the last answer in what came, after those that only ask to go on (1xx). */
function isWhole(received: string, toHead: boolean): boolean {
  const answer = received.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = answer.slice(0, end);
  if (toHead || / (?:204|304) /.test(head.split('\r\n', 1)[0] ?? '')) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length - end - 4 >= Number(length);
}
