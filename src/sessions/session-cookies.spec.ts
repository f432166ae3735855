import { Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SessionCookies } from './session-cookies';

describe('the warning of a proxy that does not forward the protocol', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [1, {}, 1],
    [['127.0.0.1'], {}, 1],
    [1, { 'x-forwarded-proto': 'https' }, 0],
    [undefined, {}, 0],
  ])('is written with TRUST_PROXY %j and the headers %j so many times: %d', (trustProxy, headers, times) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const cookies = new SessionCookies({ trustProxy });
    const reply = { request: { headers }, header: () => undefined } as unknown as FastifyReply;
    for (let i = 0; i < 2; i++) cookies.set(reply, 'id');
    expect(warn).toHaveBeenCalledTimes(times);
  });
});
