/** A server-sent event. */
export interface StreamedEvent {
  id?: number;
  event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
}

/** An open stream of server-sent events. */
export class OpenStream {
  readonly events: StreamedEvent[] = [];
  isEnded = false;
  private readonly closing = new AbortController();
  private changed: () => void = () => undefined;

  private constructor(
    readonly status: number,
    readonly headers: Headers,
  ) {}

  /** Opens a stream. @param headers `authorization` or `cookie`, and `last-event-id` */
  static async open(url: string, headers: Record<string, string>): Promise<OpenStream> {
    const closing = new AbortController();
    const response = await fetch(url, { headers, signal: closing.signal });
    const stream = new OpenStream(response.status, response.headers);
    stream.closing.signal.addEventListener('abort', () => closing.abort());
    void stream.read(response);
    return stream;
  }

  /** Disconnects as a client does that goes away. */
  kill(): void {
    this.closing.abort();
  }

  /** Waits until the events, or the end of the stream, fulfil a condition. */
  async until(condition: (events: readonly StreamedEvent[]) => boolean): Promise<readonly StreamedEvent[]> {
    while (!condition(this.events)) {
      if (this.isEnded) throw new Error(`the stream ended after ${JSON.stringify(this.events)}`);
      await new Promise<void>((resolve) => (this.changed = resolve));
    }
    return this.events;
  }

  /** Waits for the event with this index. */
  async nth(index: number): Promise<StreamedEvent> {
    const event = (await this.until((events) => events.length > index))[index];
    if (!event) throw new Error('there is no such event');
    return event;
  }

  /** Waits until the service ends the stream. */
  async end(): Promise<void> {
    while (!this.isEnded) await new Promise<void>((resolve) => (this.changed = resolve));
  }

  private async read({ body }: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const bytes of body ?? []) {
        text += decoder.decode(bytes as Uint8Array, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        this.events.push(...blocks.flatMap(parse));
        this.changed();
      }
    } catch {
      // The connection was closed: the stream has ended.
    }
    this.isEnded = true;
    this.changed();
  }
}

function parse(block: string): StreamedEvent[] {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (event === undefined || data === undefined) return [];
  return [{ ...(id !== undefined && { id: Number(id) }), event, data: JSON.parse(data) as unknown }];
}
