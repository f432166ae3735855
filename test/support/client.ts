/** A parsed JSON value whose members tests read without declaring a type. */
export type Json = ReturnType<typeof JSON.parse>;

/** A response whose body was received completely. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed body; undefined where it is not JSON. */
  body: Json;
  bytes: Buffer;
}

export interface Call {
  /** Secret of the API key to use; null sends none. */
  as?: string | null;
  /** Body that is sent as JSON. */
  json?: unknown;
  /** Body that is sent unchanged. */
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

/**
 * Sends requests to one running service. Paths that begin with a slash are used unchanged, others are under `/api/v1/`.
 */
export class Client {
  constructor(
    private readonly url: string,
    private readonly secret: string | null,
    /** Client address in the `X-Forwarded-For` header of the trusted proxy. */
    private readonly address = '192.0.2.1',
  ) {}

  /** Returns a client that uses another API key. */
  as(secret: string | null): Client {
    return new Client(this.url, secret, this.address);
  }

  /** Returns a client with another address. */
  from(address: string): Client {
    return new Client(this.url, this.secret, address);
  }

  get(path: string, call?: Call): Promise<ApiResponse> {
    return this.send('GET', path, call);
  }
  post(path: string, json?: unknown, call?: Call): Promise<ApiResponse> {
    return this.send('POST', path, { json, ...call });
  }
  put(path: string, json?: unknown, call?: Call): Promise<ApiResponse> {
    return this.send('PUT', path, { json, ...call });
  }
  patch(path: string, json?: unknown, call?: Call): Promise<ApiResponse> {
    return this.send('PATCH', path, { json, ...call });
  }
  delete(path: string, call?: Call): Promise<ApiResponse> {
    return this.send('DELETE', path, call);
  }

  async send(
    method: string,
    path: string,
    { as = this.secret, json, body, headers = {} }: Call = {},
  ): Promise<ApiResponse> {
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
      // An exported file may have another encoding than JSON of a response.
      get body() {
        return isJson ? JSON.parse(bytes.toString()) : undefined;
      },
      bytes,
    };
  }
}
