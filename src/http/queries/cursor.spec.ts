import fc from 'fast-check';
import { validate as isUuid } from 'uuid';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { anyText, CursorCodec } from './cursor';

const ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('CursorCodec', () => {
  it('decodes the parts that it encoded, in characters that a query needs not escape', () => {
    const codec = new CursorCodec(anyText, anyText);
    const part = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(part, part, (first, second) => {
        const cursor = codec.encode(first, second);
        expect(cursor).toMatch(/^[\w-]*$/);
        expect(codec.decode(cursor)).toEqual([first, second]);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['an empty cursor', ''],
    ['a cursor that is not base64', '%%%'],
    ['a cursor that is not JSON', Buffer.from('[').toString('base64url')],
    ['a cursor that is not a list', Buffer.from('{"length":1,"0":"a"}').toString('base64url')],
    ['a cursor with too many parts', new CursorCodec(anyText, anyText).encode('a', 'b')],
    ['a cursor of a number', Buffer.from('[1]').toString('base64url')],
    ['a cursor with U+0000', new CursorCodec(anyText).encode('a\0')],
    ['a cursor with a lone surrogate', Buffer.from('["\\ud800"]').toString('base64url')],
  ])('refuses %s', (_, cursor) => {
    expect(() => new CursorCodec(anyText).decode(cursor)).toThrow(ValidationFailedError);
  });

  it('refuses a cursor of which a part fails its check', () => {
    const codec = new CursorCodec(anyText, isUuid);

    expect(codec.decode(codec.encode('a', ID))).toEqual(['a', ID]);
    expect(() => codec.decode(codec.encode(ID, 'a'))).toThrow(ValidationFailedError);
  });
});
