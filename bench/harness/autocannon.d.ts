/** What the bench uses of autocannon, which brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  namespace autocannon {
    interface Request {
      method?: string;
      path?: string;
      headers?: Record<string, string>;
      body?: string | Buffer;
      setupRequest?: (request: Request) => Request;
    }
    interface Options {
      url: string;
      connections: number;
      /** Seconds. */
      duration: number;
      headers?: Record<string, string>;
      requests?: Request[];
    }
    interface Result {
      errors: number;
      timeouts: number;
      '2xx': number;
      '3xx': number;
      '4xx': number;
      '5xx': number;
      /** Seconds. */
      duration: number;
    }
    interface Instance extends EventEmitter, PromiseLike<Result> {}
  }
  function autocannon(options: autocannon.Options): autocannon.Instance;
  export = autocannon;
}
