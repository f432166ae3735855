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
