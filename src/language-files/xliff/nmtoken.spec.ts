import * as fc from 'fast-check';
import { decodeNmtoken, encodeNmtoken } from './nmtoken';

describe('keys as NMTOKENs', () => {
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
  ])('writes %j as %s', (key, id) => {
    expect(encodeNmtoken(key)).toBe(id);
    expect(decodeNmtoken(id)).toBe(key);
  });

  it('gives every key back, from ids without white space or signs', () => {
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

  it('gives an id of somebody else back as it was', () => {
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
