import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { applyDelta, createDelta, DeltaError } from './delta';

const MEBIBYTE = 1_048_576;

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .array(fc.constantFrom('a', 'ab\n', '  "key": "a text of some length",\n', '  "other": "text"\n'), {
      maxLength: 60,
    })
    .map((lines) => new TextEncoder().encode(lines.join(''))),
);

const LARGE = 32 * MEBIBYTE;
const lines = (line: string): Buffer => Buffer.alloc(LARGE, line);

describe('a delta', () => {
  it('gives the bytes from which it was made, with its base', () => {
    fc.assert(
      fc.property(bytes, bytes, (base, target) => {
        const delta = createDelta(base, target, 100_000);
        expect(delta && applyDelta(base, delta, target.length)).toEqual(Buffer.from(target));
      }),
    );
  });

  it('gives the bytes of an edited file', () => {
    const edit = fc.record({ at: fc.nat(5_000), remove: fc.nat(200), insert: bytes });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
        const base = Buffer.from(Array.from({ length: 200 }, (_, i) => `  "key ${i}": "text ${i * 7}",\n`).join(''));
        let target = base;
        for (const { at, remove, insert } of edits) {
          target = Buffer.concat([target.subarray(0, at), insert, target.subarray(at + remove)]);
        }
        const delta = createDelta(base, target, 100_000);
        expect(delta && applyDelta(base, delta, target.length)).toEqual(target);
        const inserted = edits.reduce((sum, { insert }) => sum + insert.length, 0);
        // An edit is two instructions, and the rest of the blocks that it touches.
        expect(delta?.length).toBeLessThan(20 + inserted + edits.length * 110);
      }),
    );
  });

  it('is not longer than its limit', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(200), (base, target, limit) => {
        const delta = createDelta(base, target, limit);
        expect(delta?.length ?? 0).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('that is damaged gives an error or other bytes of the same number', () => {
    const damaged = fc.tuple(bytes, fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(300));
    fc.assert(
      fc.property(damaged, ([base, delta, length]) => {
        try {
          expect(applyDelta(base, delta, length)).toHaveLength(length);
        } catch (error) {
          expect(error).toBeInstanceOf(DeltaError);
        }
      }),
    );
  });

  const random = randomBytes(LARGE);
  it.each([
    ['without line breaks', lines('a')],
    ['of equal lines', lines('  "key": "text",\n')],
    ['of random bytes', random],
  ])('of 32 MiB %s has few bytes if little differs', (_, base) => {
    const target = Buffer.concat([
      Buffer.from('first'),
      base.subarray(0, 20 * MEBIBYTE),
      Buffer.from('between'),
      base.subarray(20 * MEBIBYTE),
    ]);
    const delta = createDelta(base, target, LARGE / 4);
    expect(delta?.length).toBeLessThan(200);
    expect(delta && applyDelta(base, delta, target.length).equals(target)).toBe(true);
  });

  it('of 32 MiB that differ is not made', () => {
    expect(createDelta(random, randomBytes(LARGE), LARGE / 4)).toBeUndefined();
    expect(createDelta(lines('a'), lines('b'), LARGE / 4)).toBeUndefined();
  });
});
