import { logDestination } from './log-options';

describe('logDestination', () => {
  it('opens standard output with the first line, and only then', () => {
    const output = { write: jest.fn(), flushSync: jest.fn() };
    const open = jest.fn(() => output);
    const log = logDestination(open);
    log.flushSync();
    expect(open).not.toHaveBeenCalled();
    log.write('a\n');
    log.write('b\n');
    log.flushSync();
    expect(open).toHaveBeenCalledTimes(1);
    expect(Buffer.concat(output.write.mock.calls.flat() as Buffer[]).toString()).toBe('a\nb\n');
    expect(output.flushSync).toHaveBeenCalledTimes(1);
  });
});
