import type { FastifyReply } from 'fastify';

/**
 * Sets the header `Link: <…>; rel="next"` (RFC 8288), which points to the next page of the list that was requested.
 * @param cursor the cursor of the next page; undefined on the last page, which gets no header
 */
export function linkToNextPage(reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const url = new URL(reply.request.url, 'http://any');
  url.searchParams.set('cursor', cursor);
  void reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
