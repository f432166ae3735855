import { compareCodePoints } from './code-point-order';

describe('compareCodePoints', () => {
  it('orders texts as their UTF-8 bytes are ordered', () => {
    const names = [
      'a',
      'ab',
      'a.b',
      'a[0]',
      '',
      'Z',
      'é',
      '\u{1F600}',
      '\uFF01',
      '\uE000',
      '\u{10FFFF}',
      'z\u{1F600}',
      'z\uFFFD',
    ];
    const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect([...names].sort(compareCodePoints)).toEqual(byBytes);
  });

  it('returns 0 for equal texts', () => {
    expect(compareCodePoints('a\u{1F600}', 'a\u{1F600}')).toBe(0);
  });
});
