import type { FastifyInstance } from 'fastify';

/** Type and subtype are tokens (RFC 9110 §8.3.1). */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Passes bodies to the routes as streams. `JsonBodyGuard` and the import read them after the other guards, so that
 * nothing is read for a caller without access.
 */
export function leaveBodiesUnread(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  // Fastify refuses a malformed Content-Type with 415 before any guard runs. The operations refuse this one instead.
  fastify.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['content-type'] !== undefined && !MEDIA_TYPE.test(headers['content-type'])) {
      headers['content-type'] = 'application/octet-stream';
    }
    done();
  });
  // Node refuses an unknown expectation with 417. RFC 9110 §10.1.1 allows a server to ignore it.
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
}
