import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port';

/** A TCP proxy to a server, whose connections a test can cut or hold. */
export class Tunnel {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly listener: Server;
  private isHeld = false;

  /** @param target its host and port */
  constructor(target: URL, defaultPort: number) {
    this.listener = createServer((near) => {
      const far = connect(Number(target.port || defaultPort), target.hostname);
      this.pairs.add([near, far]);
      for (const socket of [near, far]) socket.on('error', () => socket.destroy());
      near.once('close', () => far.destroy());
      far.once('close', () => near.destroy());
      if (!this.isHeld) near.pipe(far).pipe(near);
    });
  }

  /** @returns the port */
  async open(port?: number): Promise<number> {
    const own = port ?? (await freePort());
    this.listener.listen(own, '127.0.0.1');
    await once(this.listener, 'listening');
    return own;
  }

  /** Keeps back all bytes of both sides, as a server does that does not respond. */
  hold(): void {
    this.isHeld = true;
    for (const [near, far] of this.pairs) {
      near.unpipe(far);
      far.unpipe(near);
    }
  }

  /** Passes on what it has kept back, and what follows. */
  release(): void {
    this.isHeld = false;
    for (const [near, far] of this.pairs) near.pipe(far).pipe(near);
  }

  async cut(): Promise<void> {
    this.listener.close();
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.pairs.clear();
    await once(this.listener, 'close');
  }
}
