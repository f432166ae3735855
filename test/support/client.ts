/** What tests look into: whatever JSON came. */
export type Json = ReturnType<typeof JSON.parse>;

/** An answer that has come whole. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Undefined where it is not JSON. */
  body: Json;
  bytes: Buffer;
}

export interface Call {
  /** Secret of an API key; null: none is sent. */
  as?: string | null;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

/** Speaks HTTP to one running service. Paths that begin with a slash are taken as they are, others under `/api/v1/`. */
export class Client {
  constructor(
    private readonly url: string,
    private readonly secret: string | null,
    /** What a trusted proxy says of the client. */
    private readonly address = '192.0.2.1',
  ) {}

  /** The same service, with another API key. */
  as(secret: string | null): Client {
    return new Client(this.url, secret, this.address);
  }

  /** The same, from another address. */
  from(address: string): Client {
    return new Client(this.url, this.secret, address);
  }

  get(path: string, call?: Call): Promise<Answer> {
    return this.send('GET', path, call);
  }
  post(path: string, json?: unknown, call?: Call): Promise<Answer> {
    return this.send('POST', path, { json, ...call });
  }
  put(path: string, json?: unknown, call?: Call): Promise<Answer> {
    return this.send('PUT', path, { json, ...call });
  }
  patch(path: string, json?: unknown, call?: Call): Promise<Answer> {
    return this.send('PATCH', path, { json, ...call });
  }
  delete(path: string, call?: Call): Promise<Answer> {
    return this.send('DELETE', path, call);
  }

  async send(method: string, path: string, { as = this.secret, json, body, headers = {} }: Call = {}): Promise<Answer> {
    const response = await fetch(this.url + (path.startsWith('/') ? path : `/api/v1/${path}`), {
      method,
      headers: {
        'x-forwarded-for': this.address,
        ...(as !== null && { authorization: `Bearer ${as}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = bytes.length > 0 && /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(bytes.toString()) : undefined,
      bytes,
    };
  }
}
