import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { databaseOutage } from '../../common/errors/database-unavailable.error';
import { knownFailure } from '../../common/errors/known-failure';
import { DomainError } from '../../common/errors/domain-error';
import { logOptions } from '../../common/logging/log-options';
import { logRequest } from './request-log';

const ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

class NotReadyError extends DomainError {
  constructor() {
    super('not_ready', 'the service shuts down');
  }
}

/** @returns the log lines of a request */
function logLinesOf(request: object, status: number, level = 'info'): Record<string, unknown>[] {
  const lines: string[] = [];
  const log = pino(logOptions(level), { write: (line) => lines.push(line) });
  const complete = { method: 'GET', routeOptions: { url: '/api/v1/projects/:id' }, params: {}, log, ...request };
  logRequest({ request: complete as unknown as FastifyRequest, status, ms: 12.345, responseComplete: true });
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('logRequest', () => {
  it('logs the error of a request that failed', () => {
    const [line] = logLinesOf({ failure: new TypeError('x is not a function') }, 500);
    expect(line).toMatchObject({
      level: 'error',
      status: 500,
      ms: 12.3,
      err: { type: 'TypeError', message: 'x is not a function', stack: expect.stringContaining('    at ') },
      msg: 'request failed',
    });
  });

  it('logs that the service is not ready as a warning with the reason and without a stack', () => {
    const [line] = logLinesOf({ routeOptions: { url: '/health/ready' }, failure: new NotReadyError() }, 503);
    expect(line).toMatchObject({ level: 'warn', status: 503, code: 'not_ready', reason: 'the service shuts down' });
    expect(line).not.toHaveProperty('err');
  });

  it('logs an outage of the database as a warning with its code and cause, and without a stack', () => {
    const failure = databaseOutage(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const [line] = logLinesOf({ failure }, 500);
    expect(line).toMatchObject({ level: 'warn', code: 'database_unavailable', cause: 'connect ECONNREFUSED' });
    expect(JSON.stringify(line)).not.toContain('    at ');
  });

  it.each([
    ['a full disk', 'storage_full', '53100', 400],
    ['a deadlock', 'busy', '40P01', 429],
  ])('logs %s as a warning with its cause, although the client is answered a %s', (_, code, sqlState, status) => {
    const failure = knownFailure(Object.assign(new Error('the cause'), { code: sqlState }));
    const [line] = logLinesOf({ failure }, status);
    expect(line).toMatchObject({ level: 'warn', code, cause: 'the cause' });
  });

  it('logs the id of the resource, but no other text in its place', () => {
    expect(logLinesOf({ params: { id: ID } }, 200)).toMatchObject([{ id: ID }]);
    expect(logLinesOf({ params: { id: 'glossa_secret' } }, 404)[0]).not.toHaveProperty('id');
  });

  it.each(['/health/live', '/health/ready', '/metrics'])(
    'logs a successful request to %s at the level debug',
    (url) => {
      expect(logLinesOf({ routeOptions: { url } }, 200)).toEqual([]);
      expect(logLinesOf({ routeOptions: { url } }, 200, 'debug')).toHaveLength(1);
      expect(logLinesOf({ routeOptions: { url } }, 503)).toHaveLength(1);
    },
  );
});
