import { limitStatements, writeSettings } from './write-settings';

describe('writeSettings', () => {
  it.each([0, -5_000, 0.2])('bounds the waits for locks when %s ms are left, since 0 would not', (ms) => {
    expect(writeSettings(ms)).toContain('lock_timeout = 1;');
  });
});

describe('limitStatements', () => {
  it.each([0, -5_000, 0.2])('bounds the time of statements when %s ms are left, since 0 would not', (ms) => {
    expect(limitStatements(ms)).toBe('SET LOCAL statement_timeout = 1');
  });
});
