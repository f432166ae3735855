import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { ClientDisconnectedError, signalOf } from './client-signal';

/** A response of which nothing is sent. */
class Response extends EventEmitter {
  closed = false;
  writableFinished = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

const replyOf = (response: Response): Pick<FastifyReply, 'raw'> => ({
  raw: response as unknown as FastifyReply['raw'],
});

describe('the signal of a response', () => {
  it('is the same for all parts of the request, with one listener', () => {
    const response = new Response();
    const signals = Array.from({ length: 20 }, () => signalOf(replyOf(response)));
    expect(new Set(signals).size).toBe(1);
    expect(response.listenerCount('close')).toBe(1);
  });

  it('is aborted when the client disconnects before the response is sent', () => {
    const response = new Response();
    const signal = signalOf(replyOf(response));
    response.close();
    expect(signal.reason).toBeInstanceOf(ClientDisconnectedError);
    expect(signalOf(replyOf(response)).aborted).toBe(true);
  });

  it('is not aborted when the response was sent', () => {
    const response = new Response();
    const signal = signalOf(replyOf(response));
    response.writableFinished = true;
    response.close();
    expect(signal.aborted).toBe(false);
  });
});
