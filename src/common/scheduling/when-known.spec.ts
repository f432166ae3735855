import { whenKnown } from './when-known';

describe('whenKnown', () => {
  const next = (value: number): number => value + 1;

  it('continues at once with a value that is known', () => {
    expect(whenKnown(1, next)).toBe(2);
  });

  it('continues when the promise of a value resolves', async () => {
    const continued = whenKnown(Promise.resolve(1), next);
    expect(continued).toBeInstanceOf(Promise);
    expect(await continued).toBe(2);
  });

  it('fails as the promise does', async () => {
    await expect(whenKnown(Promise.reject<number>(new Error('no connection')), next)).rejects.toThrow('no connection');
  });
});
