import { Duplex } from 'node:stream';
import type { Session } from './session';

/** The type byte of the message Terminate (PostgreSQL manual, 54.7). */
const TERMINATE = 0x58;

/**
 * The socket of the `pg` driver when the database is embedded: passes the bytes of the wire protocol to the session.
 * There is one session, so the pool has one client, and a transaction owns the database until it ends.
 */
export class SessionStream extends Duplex {
  constructor(private readonly session: Session) {
    super();
  }

  /**
   * Resets the session first: pg drops a client after a protocol error, with its transaction and settings left open.
   */
  connect(): this {
    this.session.reset().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  // pg calls these on a TCP socket. They have no effect here.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.send(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  private send(messages: Buffer, done: (error?: Error | null) => void): void {
    // Terminate would end PGlite itself, not only this client.
    if (messages.length === 5 && messages[0] === TERMINATE) return done();
    this.session.execute(messages).then(
      (parts) => {
        for (const part of parts) this.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
        done();
      },
      (error: Error) => done(error),
    );
  }
}
