import * as fc from 'fast-check';
import { decodeNmtoken, encodeNmtoken } from './nmtoken';

describe('encodeNmtoken', () => {
  it.each([
    ['home.title', 'home.title'],
    ['größe_日本', 'größe_日本'],
    ['a b', 'a_x0020_b'],
    ['context\u0004id', 'context_x0004_id'],
    ['😀', '_xD83D__xDE00_'],
    ['ключ مفتاح', 'ключ_x0020_مفتاح'],
    ['a_x0020_b', 'a_x005F_x0020_b'],
    ['a_x0041_b', 'a_x0041_b'],
    ['_x005F_', '_x005F_x005F_'],
  ])('encodes %j as %s, which is decoded to the same key', (key, id) => {
    expect(encodeNmtoken(key)).toBe(id);
    expect(decodeNmtoken(id)).toBe(key);
  });

  it('encodes every key without white space or markup characters, and is reversed by decodeNmtoken', () => {
    const pieces = fc.constantFrom('_', '_x', 'x', '0020', '005F', '0041', '_', ' ', 'a', '\uD83D', '😀', '/');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (key) => {
          const id = encodeNmtoken(key);
          expect(decodeNmtoken(id)).toBe(key);
          expect(id).not.toMatch(/[\s/<>&"'#]/);
        },
      ),
    );
  });

  it('restores an id of another tool after it was decoded', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.stringMatching(/^[A-Za-z0-9_.:-]*$/), fc.constantFrom('_x0020_', 'a_x0041_x0020_')),
        (id) => {
          expect(encodeNmtoken(decodeNmtoken(id))).toBe(id);
        },
      ),
    );
  });
});
