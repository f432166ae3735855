import { parseRetryAfter } from './retry-after';

describe('Retry-After', () => {
  const now = Date.parse('2026-11-27T10:00:00Z');

  it.each([
    ['0', 0],
    ['7', 7_000],
    ['0.5', 500],
    [' 7 ', 7_000],
    ['86400', 60_000],
    ['9'.repeat(400), 60_000],
    ['Fri, 27 Nov 2026 10:00:20 GMT', 20_000],
    ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
    ['Fri, 27 Nov 2026 23:00:00 GMT', 60_000],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    [['3', '9'], 3_000],
  ])('%j is %s ms', (header, milliseconds) => {
    expect(parseRetryAfter(header, now)).toBe(milliseconds);
  });
});
