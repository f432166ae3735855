import type { LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readSettings } from '../src/config/settings';
import { type AttemptResult, MAX_ANSWER_BYTES, TIME_LIMIT_MS, WebhookClient } from '../src/webhooks/webhook-client';
import { Receiver, until } from './support/receiver';

const BODY = '{"type":"webhook.test"}';
const never = new AbortController().signal;

let receiver: Receiver;
beforeEach(async () => (receiver = await Receiver.start()));
afterEach(() => receiver.close());

const portOf = (url: string): string => new URL(url).port;

/** Sends a message with a client that does, or does not, allow private addresses. */
const post = (
  url: string,
  { isPrivateAllowed = true, addresses }: { isPrivateAllowed?: boolean; addresses?: string[] } = {},
): Promise<AttemptResult> => {
  const lookup = addresses && (() => Promise.resolve(addresses.map(toLookupAddress)));
  const settings = { ...readSettings({}), webhookPrivateAddresses: isPrivateAllowed };
  return new WebhookClient(settings, lookup).post(url, { 'x-test': 'a' }, BODY, never);
};

const toLookupAddress = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

describe('a private address', () => {
  it.each([
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::ffff:10.0.0.1'],
    ['::1'],
    ['10.0.0.1', '8.8.8.8'],
    ['8.8.8.8', '127.0.0.1'],
  ])('is not connected to if a name has it: %s %s', async (...addresses) => {
    const url = `http://receiver.example:${portOf(receiver.url)}/`;
    expect(await post(url, { isPrivateAllowed: false, addresses })).toEqual({
      responseStatus: null,
      error: 'address_not_allowed',
    });
    expect(receiver.messages).toEqual([]);
  });

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])(
    'is not connected to if a URL has it: %s',
    async (host) => {
      const result = await post(`http://${host}:${portOf(receiver.url)}/`, { isPrivateAllowed: false });
      expect(result).toEqual({ responseStatus: null, error: 'address_not_allowed' });
      expect(receiver.messages).toEqual([]);
    },
  );

  it('is not connected to under the name localhost, whatever the resolver knows', async () => {
    const { error } = await post(`http://localhost:${portOf(receiver.url)}/`, { isPrivateAllowed: false });
    expect(['address_not_allowed', 'unreachable', 'timeout']).toContain(error);
    expect(receiver.messages).toEqual([]);
  });

  it('is refused where the name had a public address at the attempt before', async () => {
    const answers = ['8.8.8.8', '127.0.0.1'];
    const end = new AbortController();
    const client = new WebhookClient({ ...readSettings({}), webhookPrivateAddresses: false }, () => {
      const address = answers.shift()!;
      // The attempt at the public address ends here: a test connects to no other machine.
      if (address === '8.8.8.8') end.abort(new Error('the address was accepted'));
      return Promise.resolve([toLookupAddress(address)]);
    });
    const url = `http://receiver.example:${portOf(receiver.url)}/`;
    await expect(client.post(url, {}, BODY, end.signal)).rejects.toThrow('the address was accepted');
    expect(await client.post(url, {}, BODY, never)).toEqual({ responseStatus: null, error: 'address_not_allowed' });
    expect([answers, receiver.messages]).toEqual([[], []]);
  });

  it('is connected to where the operator has allowed it', async () => {
    const url = `http://receiver.example:${portOf(receiver.url)}/hook?a=b`;
    expect(await post(url, { addresses: ['127.0.0.1'] })).toEqual({ responseStatus: 204, error: null });
    expect(receiver.messages).toEqual([
      expect.objectContaining({ path: '/hook?a=b', body: BODY, headers: expect.objectContaining({ 'x-test': 'a' }) }),
    ]);
  });
});

describe('an attempt', () => {
  it.each([
    [200, null],
    [299, null],
    [300, 'redirect'],
    [301, 'redirect'],
    [304, 'redirect'],
    [399, 'redirect'],
    [400, 'status'],
    [410, 'status'],
    [500, 'status'],
  ])('ends with the status %i and the error %s', async (status, error) => {
    receiver.answerWith(status);
    expect(await post(receiver.url)).toEqual({ responseStatus: status, error });
  });

  it('ends at its limit if the receiver does not answer', async () => {
    receiver.answer = () => undefined;
    const started = performance.now();
    expect(await post(receiver.url)).toEqual({ responseStatus: null, error: 'timeout' });
    const ms = performance.now() - started;
    expect(ms).toBeGreaterThan(TIME_LIMIT_MS - 100);
    expect(ms).toBeLessThan(3 * TIME_LIMIT_MS);
    await until(() => receiver.open === 0);
  });

  it('fails if the receiver does not exist', async () => {
    const { url } = receiver;
    await receiver.close();
    expect(await post(url)).toEqual({ responseStatus: null, error: 'unreachable' });
  });

  it('fails if the server speaks no HTTP', async () => {
    receiver.answer = (response) => void response.socket?.end('hello');
    expect(await post(receiver.url)).toEqual({ responseStatus: null, error: 'unreachable' });
  });

  it('fails if the server speaks no TLS', async () => {
    expect(await post(receiver.url.replace('http:', 'https:'))).toEqual({ responseStatus: null, error: 'unreachable' });
  });

  it('fails if the answer has endless headers', async () => {
    receiver.answer = (response) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\n');
      const write = (): void => {
        while (socket && !socket.destroyed && socket.write(`x: ${'a'.repeat(1_000)}\r\n`));
      };
      socket?.on('drain', write);
      write();
    };
    expect(await post(receiver.url)).toEqual({ responseStatus: null, error: 'unreachable' });
  });

  it('reads an answer of several parts to its end', async () => {
    let isCutOff = true;
    const answer = async (response: ServerResponse): Promise<void> => {
      response.writeHead(200).write('a');
      // The client has the first part long before the last.
      for (let turns = 0; turns < 100; turns++) await nextTurn();
      isCutOff = response.destroyed;
      response.end('b');
    };
    receiver.answer = (response) => void answer(response);
    expect(await post(receiver.url)).toEqual({ responseStatus: 200, error: null });
    expect(isCutOff).toBe(false);
  });

  it('reads an answer up to its limit, and then closes the connection', async () => {
    let written = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on('drain', write);
      write();
    };
    expect(await post(receiver.url)).toEqual({ responseStatus: 200, error: null });
    await until(() => receiver.open === 0);
    // The rest was in the buffers of both sides.
    expect(written).toBeLessThan(MAX_ANSWER_BYTES + 16 * 1_048_576);
  });

  it('succeeds if the answer is cut off after its status', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a');
      setImmediate(() => response.destroy());
    };
    expect(await post(receiver.url)).toEqual({ responseStatus: 200, error: null });
  });

  it('is ended by its signal, with the reason', async () => {
    receiver.answer = () => undefined;
    const end = new AbortController();
    const settings = { ...readSettings({}), webhookPrivateAddresses: true };
    const result = new WebhookClient(settings).post(receiver.url, {}, BODY, end.signal);
    await receiver.received(1);
    end.abort(new Error('closed'));
    await expect(result).rejects.toThrow('closed');
    await until(() => receiver.open === 0);
  });
});
