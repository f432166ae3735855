import type { FastifyInstance } from 'fastify';

/**
 * Delays each response until all commits before it survive a power cut, whether the request has made them or
 * read it.
 * @param synced returns a promise that resolves then, or undefined if everything does already
 */
export function holdResponses(fastify: FastifyInstance, synced: () => Promise<void> | undefined): void {
  fastify.addHook('onSend', (_request, _reply, payload, done) => {
    const waiting = synced();
    if (!waiting) return done(null, payload);
    waiting.then(
      () => done(null, payload),
      (error: Error) => done(error),
    );
  });
}
