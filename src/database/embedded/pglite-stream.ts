import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const TERMINATE = 0x58;

/**
 * The socket of the ordinary `pg` driver when the database is a PGlite in this process: it hands the bytes of the wire
 * protocol over. PGlite has one session, so the pool holds one client and a transaction owns the database until it ends.
 */
export class PGliteStream extends Duplex {
  constructor(private readonly database: PGlite) {
    super();
  }

  /** pg drops a client after a protocol error: whatever transaction or setting it left must not be handed on. */
  connect(): this {
    this.database
      .exec('ROLLBACK')
      .then(() => this.database.exec('DISCARD ALL'))
      .then(
        () => this.emit('connect'),
        (error: Error) => this.destroy(error),
      );
    return this;
  }

  // What pg calls on a TCP socket and what has no meaning here.
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
    // Answers are pushed as they come.
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

  private send(message: Buffer, done: (error?: Error | null) => void): void {
    // Terminate would stop PGlite itself, not this session.
    if (message.length === 5 && message[0] === TERMINATE) return done();
    this.database
      .runExclusive(() => this.database.execProtocolRaw(message))
      .then(
        (answer) => {
          if (answer.length > 0) this.push(Buffer.from(answer));
          done();
        },
        (error: Error) => done(error),
      );
  }
}
