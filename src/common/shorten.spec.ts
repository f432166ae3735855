import fc from 'fast-check';
import { shorten } from './shorten';

describe('shorten', () => {
  it('keeps short texts, and cuts long ones without half a character', () => {
    expect(shorten('ab😀', 4)).toBe('ab😀');
    expect(shorten('ab😀c', 4)).toBe('ab😀…');
    expect(shorten('ab😀c', 3)).toBe('ab…');
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(12), (whole, length) => {
        const short = shorten(whole, length);
        expect(short.isWellFormed()).toBe(true);
        expect(short.length).toBeLessThanOrEqual(Math.max(whole.length, length + 1));
        expect(whole.startsWith(short.replace(/…$/, '')) || short === whole).toBe(true);
      }),
    );
  });
});
