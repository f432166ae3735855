import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { problemOf } from '../problems/send-problem';

/** The media type of newline-delimited JSON. */
const LINES_MEDIA_TYPE = 'application/x-ndjson';

/** Milliseconds after which a response begins with its progress. What ends before is answered as usual, failures too. */
const BEGIN_MS = 1_000;
/** Milliseconds between two lines. A line is sent without progress too, so that nothing on the way closes the connection. */
const LINE_MS = 500;

/** A JSON document, or its bytes. */
type Body = object | Buffer;

const textOf = (body: Body): string => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body));

/** The revision in the header that a write has set, which a response that has begun cannot send any more. */
const revisionOf = (reply: FastifyReply): number => Number(reply.getHeader('X-Glossa-Revision') ?? 0);

/**
 * Answers with lines of JSON while work lasts, for a client that accepts them: `{"progress": …}`, and as the last one
 * `{"result": …, "revision": …}` or `{"problem": …}`. The status was sent by then. If the client disconnects, the signal of the
 * response is aborted, with which the work ends.
 *
 * @param work receives a function that reports its progress
 * @returns the body to send
 */
export async function answerWithProgress<T extends Body, Progress extends object>(
  reply: FastifyReply,
  work: (report: (progress: Progress) => void) => Promise<T>,
): Promise<T | Readable> {
  let progress: Progress | undefined;
  const result = work((now) => (progress = now));
  if (!reply.request.headers.accept?.includes(LINES_MEDIA_TYPE)) return result;
  const settled = result.then(
    (body) => ({ body }),
    (error: unknown) => ({ error }),
  );
  const waiting = new AbortController();
  const pause = (ms: number): Promise<undefined> =>
    delay(ms, undefined, { signal: waiting.signal }).catch(() => undefined);
  const isDone = await Promise.race([settled, pause(BEGIN_MS)]);
  if (isDone) {
    waiting.abort();
    return result;
  }
  async function* lines(): AsyncGenerator<string> {
    try {
      for (;;) {
        yield `${JSON.stringify({ progress: progress ?? {} })}\n`;
        const done = await Promise.race([settled, pause(LINE_MS)]);
        if (!done) continue;
        if ('error' in done) yield `${JSON.stringify({ problem: problemOf(done.error, reply.request).problem })}\n`;
        else yield `{"result":${textOf(done.body)},"revision":${revisionOf(reply)}}\n`;
        return;
      }
    } finally {
      waiting.abort();
    }
  }
  void reply.headers({ 'content-type': LINES_MEDIA_TYPE, 'x-accel-buffering': 'no' });
  return Readable.from(lines(), { objectMode: false });
}
