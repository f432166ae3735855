import type { HeadersObject } from '@nestjs/swagger';

/** Every header that an answer can have, by name; operations refer to them. */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: "Requests a minute of the organization: its plan's limit.",
    schema: { type: 'integer' },
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that are left in this window; 0 on a 429.',
    schema: { type: 'integer' },
    example: 997,
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until the window ends.',
    schema: { type: 'integer' },
    example: 42,
  },
  'X-Request-Id': {
    description:
      "The request's id, in the log too: the one that was sent in this header, when it is 1 to 64 of `A-Za-z0-9._-`, else a new one.",
    schema: { type: 'string' },
    example: '019a9f3e-8c4f-7d3a-b1f2-0a1b2c3d4e5f',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
    example: 42,
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with (RFC 9110 §11.6.1).',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  ETag: {
    description:
      'Strong entity tag: the SHA-256 of the bytes before coding, with `-gzip` or `-br` when coded. Any of the three is recognised in `If-None-Match`.',
    schema: { type: 'string' },
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'Cache-Control': { description: 'A cache asks each time.', schema: { type: 'string' }, example: 'private, no-cache' },
  Vary: {
    description: 'The request headers that the answer depends on.',
    schema: { type: 'string' },
    example: 'Authorization, Accept-Encoding',
  },
} as const satisfies HeadersObject;

export type HeaderName = keyof typeof HEADERS;

const ALWAYS: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

/** Those of every answer under `/api`, and these. */
export const headersWith = (...names: HeaderName[]): HeadersObject =>
  Object.fromEntries([...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
