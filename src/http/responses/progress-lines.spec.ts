import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { answerWithProgress } from './progress-lines';

const replyTo = (accept?: string): FastifyReply =>
  ({
    request: { headers: { accept }, originalUrl: '/', id: '1' },
    headers: () => undefined,
    getHeader: () => '7',
  }) as unknown as FastifyReply;

const LINES = replyTo('application/x-ndjson, application/json');

/** Returns the lines of a response to work that ends when the first line was read. */
async function linesOf(result: (end: () => void) => Promise<object>): Promise<unknown[]> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const body = (await answerWithProgress(LINES, async (report: (progress: object) => void) => {
    report({ done: 1, total: 2 });
    await ended;
    return result(end);
  })) as Readable;
  const lines: unknown[] = [];
  for await (const line of body) {
    lines.push(JSON.parse(String(line)));
    end();
  }
  return lines;
}

describe('answerWithProgress', () => {
  it('answers work that ends soon with its result, or throws its error', async () => {
    const done = { bulk: 1 };
    expect(await answerWithProgress(LINES, () => Promise.resolve(done))).toBe(done);
    const failed = answerWithProgress(LINES, () => Promise.reject(new ProjectBusyError()));
    await expect(failed).rejects.toThrow(ProjectBusyError);
  });

  it('answers a client that does not accept lines with the result', async () => {
    const done = { bulk: 1 };
    expect(await answerWithProgress(replyTo('*/*'), () => Promise.resolve(done))).toBe(done);
  });

  it('answers work that lasts with its progress, then with its result', async () => {
    const lines = await linesOf(() => Promise.resolve({ bulk: 1 }));
    expect(lines[0]).toEqual({ progress: { done: 1, total: 2 } });
    expect(lines.at(-1)).toEqual({ result: { bulk: 1 }, revision: 7 });
  });

  it('ends with the bytes of a kept answer', async () => {
    expect((await linesOf(() => Promise.resolve(Buffer.from('{"bulk":1}')))).at(-1)).toEqual({
      result: { bulk: 1 },
      revision: 7,
    });
  });

  it('ends with the problem of work that fails', async () => {
    const lines = await linesOf(() => Promise.reject(new ProjectBusyError()));
    expect(lines.at(-1)).toMatchObject({ problem: { status: 429, code: 'project_busy' } });
  });
});
