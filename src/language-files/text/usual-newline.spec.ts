import { usualNewline } from './usual-newline';

describe('usualNewline', () => {
  it.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\nb\n', '\n'],
    ['a\r\nb\r\n', '\r\n'],
    ['a\r\nb\nc\n', '\n'],
    ['a\nb\r\nc\r\n', '\r\n'],
  ])('is, in %j, %j', (text, newline) => {
    expect(usualNewline(text)).toBe(newline);
  });
});
