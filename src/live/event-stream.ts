import { Readable } from 'node:stream';

/** Bytes that wait for a client. One that is further behind is disconnected; it resumes after its last event. */
export const MAX_WAITING_BYTES = 262_144;

/** The server-sent events of one client, as the specification of HTML writes them. */
export class EventStream extends Readable {
  constructor() {
    super({ highWaterMark: MAX_WAITING_BYTES });
  }

  // Events are pushed as they happen.
  override _read(): void {}

  /** @param id the revision after which the client resumes; undefined: the event moves nothing */
  send(event: string, data: unknown, id?: number): void {
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Tells the client and what is between that the connection lives. */
  beat(): void {
    this.write(':\n\n');
  }

  /** Ends the response. */
  end(): void {
    if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  /** @param ms after which the client connects again */
  retryAfter(ms: number): void {
    this.write(`retry: ${ms}\n\n`);
  }

  private write(text: string): void {
    if (this.destroyed || this.isEnded) return;
    this.push(text);
    if (this.readableLength > MAX_WAITING_BYTES) this.destroy();
  }

  private get isEnded(): boolean {
    return this.readableEnded || this.closed;
  }
}
