import type { FastifyReply } from 'fastify';

/** Sets the header that tells the revision of the project after a write, which a read can ask for. */
export const setRevision = (reply: FastifyReply, revision: string): void =>
  void reply.header('X-Glossa-Revision', revision);
