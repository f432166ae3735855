import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { Signatures } from './signatures';
import { trigramsOf } from './trigrams';

const searched = (text: string): Uint32Array => trigramsOf([text]) ?? new Uint32Array();

describe('Signatures', () => {
  it('find each key that has a text, whatever the number and the length of the texts is', async () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 5_000, maxLength: 20_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), fc.nat(), async (texts, place) => {
        const signatures = new Signatures();
        const ids = texts.map((ofKey) => {
          const id = uuidv7();
          signatures.add(id, trigramsOf(ofKey));
          return id;
        });
        const index = place % texts.length;
        const trigrams = searched(texts[index]?.[place % 2] ?? '');
        fc.pre(trigrams.length > 0);
        expect(await signatures.find(trigrams, Infinity)).toContain(ids[index]);
      }),
      { numRuns: 50 },
    );
  });

  it('find few keys that do not have a word', async () => {
    const signatures = new Signatures();
    for (let i = 0; i < 10_000; i++) signatures.add(uuidv7(), trigramsOf([`The text no. ${i * 7919} of a screen`]));
    signatures.add(uuidv7(), trigramsOf(['A zephyr']));
    expect((await signatures.find(searched('zephyr'), Infinity))?.length).toBeLessThan(10);
    expect((await signatures.find(searched('zep'), Infinity))?.length).toBeLessThan(1_000);
  });

  it('find nothing where more keys than the limit may have a text', async () => {
    const signatures = new Signatures();
    for (let i = 0; i < 3; i++) signatures.add(uuidv7(), trigramsOf(['zephyr']));
    expect(await signatures.find(searched('zephyr'), 3)).toHaveLength(3);
    expect(await signatures.find(searched('zephyr'), 2)).toBeUndefined();
  });

  it('find a key once that has been added twice, and always one with more trigrams than a signature has', async () => {
    const signatures = new Signatures();
    const [id, large] = [uuidv7(), uuidv7()];
    signatures.add(id, trigramsOf(['zephyr']));
    signatures.add(id, trigramsOf(['zephyrs']));
    signatures.add(large, trigramsOf([Array.from({ length: 30_000 }, (_, i) => i.toString(36)).join(' ')]));
    expect(await signatures.find(searched('zephyr'), 2)).toEqual([id, large]);
  });
});
