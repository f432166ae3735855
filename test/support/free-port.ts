import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to connections and to servers that ask for any: a port of these could be taken
 * between two starts of its server, and a client that connects to it while nothing listens can connect to itself.
 */
const [FIRST, END] = [10_000, 32_000];

/** Finds a free port, for a server that is told its port or starts again at the same port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
