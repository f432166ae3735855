import type { FastifyReply } from 'fastify';

/** The header with the revision of the project after a write, which a read can ask for. */
export const revisionHeader = (revision: string): Record<string, string> => ({ 'X-Glossa-Revision': revision });

export const setRevision = (reply: FastifyReply, revision: string): void =>
  void reply.headers(revisionHeader(revision));
