import { inOneLine, shortName } from './one-line';

describe('a text in one line', () => {
  it('has a space for each line break and other white space', () => {
    expect(inOneLine('One\n\n\ttwo', null)).toEqual({ before: 'One two', after: null });
  });

  it('is whole up to 160 characters, which are never divided', () => {
    const text = '\u{1F600}'.repeat(160);
    expect(shortName(text)).toBe(text);
    expect(shortName(`${text}x`)).toBe(`${text}…`);
  });

  it.each([
    ['another word', 'old', 'new'],
    ['an addition', '', 'new'],
    ['a removal', 'old', ''],
  ])('shows the first difference of long versions: %s', (_, one, other) => {
    const beginning = 'x'.repeat(300);
    const { before, after } = inOneLine(beginning + one, beginning + other);
    expect(before).toBe(`…${'x'.repeat(40)}${one}`);
    expect(after).toBe(`…${'x'.repeat(40)}${other}`);
  });

  it.each([
    [100, 300],
    [300, 100],
  ])('shows the first difference where one version is long: %i and %i characters', (one, other) => {
    const { before, after } = inOneLine('x'.repeat(one), 'x'.repeat(other));
    const [short, long] = [`…${'x'.repeat(40)}`, `…${'x'.repeat(160)}…`];
    expect([before, after]).toEqual(one < other ? [short, long] : [long, short]);
  });

  it('begins where equal versions begin', () => {
    const text = `First ${'x'.repeat(300)}`;
    expect(inOneLine(text, text).after).toMatch(/^First x+…$/);
  });
});
