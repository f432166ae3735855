import fc from 'fast-check';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { decodeCursor, encodeCursor } from './cursor';

describe('a cursor', () => {
  it('says what was put in, and fits in a query as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }).filter((part) => !part.includes('\0'))), (parts) => {
        const cursor = encodeCursor(...parts);
        expect(cursor).toMatch(/^[\w-]*$/);
        expect(decodeCursor(cursor, parts.length)).toEqual(parts);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('[').toString('base64url')],
    ['no list', Buffer.from('{"length":1,"0":"a"}').toString('base64url')],
    ['a list of another length', encodeCursor('a', 'b')],
    ['a number', Buffer.from('[1]').toString('base64url')],
    ['U+0000', encodeCursor('a\0')],
    ['a lone surrogate', Buffer.from('["\\ud800"]').toString('base64url')],
  ])('of %s is refused', (_, cursor) => {
    expect(() => decodeCursor(cursor, 1)).toThrow(ValidationFailedError);
  });
});
