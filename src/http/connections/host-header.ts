import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../common/errors/domain-error';

class HostHeaderError extends DomainError {
  constructor(count: number) {
    super('malformed_request', `the request must have exactly one Host header, and has ${count}`);
  }
}

/**
 * Refuses a request without a `Host` header, or with several, of which a proxy may have read another than Node (RFC
 * 9112 §3.2). HTTP/1.0 does not require the header.
 *
 * @throws HostHeaderError
 */
export function assertOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): void {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  if (count > 1 || (count === 0 && httpVersionMinor > 0)) throw new HostHeaderError(count);
}
