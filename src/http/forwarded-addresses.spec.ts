import type { IncomingMessage } from 'node:http';
import { removeForwardedPorts } from './forwarded-addresses';

describe('X-Forwarded-For', () => {
  it.each([
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:db8::7]:50123', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['203.0.113.7:50123,[2001:db8::7]:443 , 10.0.0.1:1', '203.0.113.7, 2001:db8::7, 10.0.0.1'],
    ['203.0.113.7, 2001:db8::7', '203.0.113.7, 2001:db8::7'],
    ['unknown, _hidden:50123, 203.0.113.7:port', 'unknown, _hidden:50123, 203.0.113.7:port'],
    ['', ''],
  ])('with the value "%s" has the addresses "%s"', (value, addresses) => {
    const message = { headers: { 'x-forwarded-for': value } };
    removeForwardedPorts(message as unknown as IncomingMessage);
    expect(message.headers['x-forwarded-for']).toBe(addresses);
  });

  it('stays absent', () => {
    const message = { headers: {} };
    removeForwardedPorts(message as IncomingMessage);
    expect(message.headers).toEqual({});
  });
});
