import type { FastifyReply } from 'fastify';

/** `Link: <…>; rel="next"` (RFC 8288) to the page that begins at the cursor; none on the last page. */
export function linkToNextPage(reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const url = new URL(reply.request.url, 'http://any');
  url.searchParams.set('cursor', cursor);
  void reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
