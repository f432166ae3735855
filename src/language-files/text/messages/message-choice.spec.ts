import fc from 'fast-check';
import { printChoice, readChoice, type WrittenChoice } from './message-choice';

describe('a message that is one choice', () => {
  it('is read with its options as they are written, nested ones too', () => {
    const nested = "{n, plural, one {# file of '{x}'} other {# files of {name}}}";
    const text = ` {gender, select, female {Her ${nested}} other {} } `;
    expect(readChoice(text)).toEqual({
      type: 'select',
      arg: 'gender',
      options: new Map([
        ['female', `Her ${nested}`],
        ['other', ''],
      ]),
    });
  });

  it.each([
    ['text', 'Hello'],
    ['text around a choice', 'Hi {g, select, other {x}}'],
    ['two choices', '{g, select, other {x}}{h, select, other {y}}'],
    ['an argument', '{name}'],
    ['a plural with an offset', '{n, plural, offset:1 other {x}}'],
    ['a broken message', '{g, select, other {x}'],
    ['a choice without the option "other"', '{g, select, a {x}}'],
  ])('is not %s', (_, text) => {
    expect(readChoice(text)).toBeUndefined();
  });

  it('is read as it was written', () => {
    const message = fc.constantFrom('', 'text', '{name}', '#', "it''s", '{n, plural, one {#} other {# x}}', '日本 🎉');
    const selectors = fc.uniqueArray(fc.constantFrom('female', 'male', 'one', 'few'), { maxLength: 3 });
    const choice = fc
      .tuple(
        fc.constantFrom('plural', 'selectordinal', 'select'),
        selectors,
        fc.array(message, { minLength: 4, maxLength: 4 }),
      )
      .map(([type, names, texts]): WrittenChoice => ({
        type: type,
        arg: 'x',
        options: new Map([...names, 'other'].map((name, place) => [name, texts[place] ?? ''])),
      }));
    fc.assert(fc.property(choice, (written) => expect(readChoice(printChoice(written))).toEqual(written)));
  });
});
