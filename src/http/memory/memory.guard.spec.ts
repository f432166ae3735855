import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { PAGE_BYTES } from '../../common/page-bytes';
import { BodyLimit } from '../bodies/body-limit';
import { Operation, type AnswerKind } from '../operation.decorator';
import { keepAnswerOnly, MemoryGuard } from './memory.guard';

const MEBIBYTE = 1_048_576;
/** The memory of one page for each of two organizations. */
const REQUEST_BYTES = 8 * PAGE_BYTES;

const operation = (answer: AnswerKind): MethodDecorator =>
  Operation({ id: answer, answer, summary: '', description: '' });

class Controller {
  @operation('object')
  object(this: void): void {}
  @operation('page')
  page(this: void): void {}
  @Operation({ id: 'read', answer: 'page', readsAsGet: true, summary: '', description: '' })
  readByPost(this: void): void {}
  @operation('object')
  write(this: void): void {}
  @operation('object')
  @BodyLimit('none')
  upload(this: void): void {}
}

interface Guarded {
  request: FastifyRequest;
  /** Undefined while it waits. */
  outcome?: unknown;
  leave: () => void;
}

describe('MemoryGuard', () => {
  let guard: MemoryGuard;
  const requests: Guarded[] = [];
  beforeEach(() => {
    guard = new MemoryGuard(new Reflector(), { requestBytes: REQUEST_BYTES, maxUploadBytes: 50 * MEBIBYTE });
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const { leave } of requests.splice(0)) leave();
    await nextTurn();
  });

  /** @param length the `Content-Length` of a POST; a GET has none */
  function pass(organizationId: string | undefined, handler: keyof Controller, length?: number | 'unknown'): Guarded {
    const raw = Object.assign(new EventEmitter(), { closed: false, writableFinished: false });
    const request = {
      method: length === undefined ? 'GET' : 'POST',
      headers: length === undefined || length === 'unknown' ? {} : { 'content-length': String(length) },
      principal: organizationId && { organizationId },
    } as unknown as FastifyRequest;
    const context = {
      getHandler: () => Controller.prototype[handler],
      switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({ raw }) }),
    } as unknown as ExecutionContext;
    const guarded: Guarded = { request, leave: () => raw.emit('close') };
    requests.push(guarded);
    Promise.resolve(guard.canActivate(context)).then(
      () => (guarded.outcome = 'passed'),
      (error: unknown) => (guarded.outcome = error),
    );
    return guarded;
  }

  it('reserves the memory of a page for a POST that reads', async () => {
    const [read, other] = [pass('one', 'readByPost', 10), pass('one', 'readByPost', 10)];
    await nextTurn();
    expect([read.outcome, other.outcome]).toEqual(['passed', undefined]);
    read.request.memory?.release();
    await nextTurn();
    expect(other.outcome).toBe('passed');
  });

  it('lets a page wait for the memory of another page of the organization, until that one is sent', async () => {
    const first = pass('busy', 'page');
    const second = pass('busy', 'page');
    await nextTurn();
    expect([first.outcome, second.outcome]).toEqual(['passed', undefined]);
    first.request.memory?.release();
    await nextTurn();
    expect(second.outcome).toBe('passed');
  });

  it('keeps memory for other organizations', async () => {
    pass('busy', 'page');
    pass('busy', 'page');
    const other = pass('quiet', 'page');
    await nextTurn();
    expect(other.outcome).toBe('passed');
  });

  it('reserves nothing for answers that are small, for small bodies, and for probes without an API key', async () => {
    const free = Array.from({ length: 50 }, () => [
      pass('busy', 'object'),
      pass('busy', 'write', 100_000),
      pass(undefined, 'page'),
    ]).flat();
    await nextTurn();
    expect(free.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(free.filter(({ request }) => request.memory)).toEqual([]);
  });

  it.each([
    ['write', 1_000_000],
    ['write', 'unknown'],
    ['upload', 10_000_000],
    ['upload', 'unknown'],
  ] as const)('reserves memory for the body of: %s of %s bytes', async (handler, length) => {
    const bodies = Array.from({ length: 10 }, () => pass('busy', handler, length));
    await nextTurn();
    const passed = bodies.filter(({ outcome }) => outcome === 'passed');
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.length).toBeLessThan(10);
  });

  it('keeps of the memory of a page only its size, while it is sent', async () => {
    const first = pass('busy', 'page');
    const second = pass('busy', 'page');
    keepAnswerOnly(first.request, 'x'.repeat(1_000));
    await nextTurn();
    expect(second.outcome).toBeUndefined();
    first.request.memory?.release();
    await nextTurn();
    keepAnswerOnly(second.request, Buffer.alloc(1_000));
    const stream = pass('busy', 'write', 1_000_000);
    await nextTurn();
    expect([second.outcome, stream.outcome]).toEqual(['passed', 'passed']);
  });

  it('refuses a request that has waited for 10 s, with a Retry-After', async () => {
    jest.useFakeTimers();
    pass('busy', 'page');
    const late = pass('busy', 'page');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(late.outcome).toMatchObject({ code: 'busy', status: 429, options: { headers: { 'retry-after': '2' } } });
  });

  it('refuses the request of an organization of which too many wait, and no other', async () => {
    for (let i = 0; i < 101; i++) pass('busy', 'page');
    const [refused, other] = [pass('busy', 'page'), pass('quiet', 'page')];
    await nextTurn();
    expect(refused.outcome).toMatchObject({ code: 'busy' });
    expect(other.outcome).toBe('passed');
  });

  it('gives the place of a client that has left to the next one', async () => {
    const first = pass('busy', 'page');
    const [left, next] = [pass('busy', 'page'), pass('busy', 'page')];
    left.leave();
    first.request.memory?.release();
    await nextTurn();
    expect(next.outcome).toBe('passed');
  });
});
