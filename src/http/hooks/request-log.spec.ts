import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { logOptions } from '../../common/logging/log-options';
import { logResponse } from './request-log';

const ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

/** The lines of the log after a request like this one. */
function linesAfter(request: object, status: number, level = 'info'): Record<string, unknown>[] {
  const lines: string[] = [];
  const log = pino(logOptions(level), { write: (line) => lines.push(line) });
  const complete = { method: 'GET', routeOptions: { url: '/api/v1/projects/:id' }, params: {}, log, ...request };
  logResponse({ request: complete as unknown as FastifyRequest, status, ms: 12.345, whole: true });
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the line of a request', () => {
  it('has what went wrong when the service failed', () => {
    const [line] = linesAfter({ failure: new TypeError('x is not a function') }, 500);
    expect(line).toMatchObject({
      level: 'error',
      status: 500,
      ms: 12.3,
      err: { type: 'TypeError', message: 'x is not a function', stack: expect.stringContaining('    at ') },
      msg: 'request failed',
    });
  });

  it('names the resource by its id, and repeats nothing that stands in its place', () => {
    expect(linesAfter({ params: { id: ID } }, 200)).toMatchObject([{ id: ID }]);
    expect(linesAfter({ params: { id: 'glossa_secret' } }, 404)[0]).not.toHaveProperty('id');
  });

  it.each(['/health/live', '/health/ready', '/metrics'])('is left to the level debug for %s', (url) => {
    expect(linesAfter({ routeOptions: { url } }, 200)).toEqual([]);
    expect(linesAfter({ routeOptions: { url } }, 200, 'debug')).toHaveLength(1);
    expect(linesAfter({ routeOptions: { url } }, 503)).toHaveLength(1);
  });
});
