import type { HeadersObject } from '@nestjs/swagger';

/** The response headers by name. Operations refer to them. */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: 'The rate limit of the organization, in requests per minute.',
    schema: { type: 'integer' },
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description: 'The number of requests that remain in the current window; 0 in a 429.',
    schema: { type: 'integer' },
    example: 997,
  },
  'X-RateLimit-Reset': {
    description: 'The number of seconds until the current window ends.',
    schema: { type: 'integer' },
    example: 42,
  },
  'X-Request-Id': {
    description:
      "The id of the request, which the log contains too. It is the client's own `X-Request-Id` if that has 1 to 64 characters of `A-Za-z0-9._-`, otherwise a new one.",
    schema: { type: 'string' },
    example: '019a9f3e-8c4f-7d3a-b1f2-0a1b2c3d4e5f',
  },
  'Retry-After': {
    description:
      'The number of seconds to wait before the request is repeated. A 500 has it with the code `database_unavailable` only.',
    schema: { type: 'integer' },
    example: 42,
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme (RFC 9110 §11.6.1).',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  ETag: {
    description:
      'A strong entity tag. That of a file is the SHA-256 of its uncompressed bytes, with `-gzip` or `-br` if they are compressed; `If-None-Match` can contain any of the three tags. That of a key or a project changes when, and only when, something of it changed.',
    schema: { type: 'string' },
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'X-Glossa-Revision': {
    description:
      'The revision of the project after the write. A read with this number as `minRevision` contains the write.',
    schema: { type: 'integer' },
    example: 57,
  },
  'Idempotent-Replayed': {
    description:
      'Present, with the value `true`, if the response is the kept answer of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Cache-Control': {
    description:
      'What caches may do: `private, no-cache` if they have to revalidate the response each time, `no-store` if it contains a secret, and `private, no-store` for each response to the cookie of a session.',
    schema: { type: 'string' },
    example: 'private, no-cache',
  },
  Vary: {
    description: 'The request headers on which the response depends.',
    schema: { type: 'string' },
    example: 'Authorization, Accept-Encoding',
  },
} as const satisfies HeadersObject;

export type HeaderName = keyof typeof HEADERS;

/** The headers of every response of the API. */
const COMMON: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

/**
 * Refers to these headers, and to the headers of every response. The client of openapi-typescript-codegen returns the
 * first header of HEAD.
 */
export const headerReferences = (...names: HeaderName[]): HeadersObject =>
  Object.fromEntries([...names, ...COMMON].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
