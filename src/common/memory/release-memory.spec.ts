import { releaseMemory } from './release-memory';

describe('releaseMemory', () => {
  it('frees bytes that have their memory to themselves', () => {
    const bytes = new Uint8Array(1_000);
    releaseMemory(bytes);
    expect(bytes.buffer.byteLength).toBe(0);
  });

  it('leaves bytes alone that are a part of other memory', () => {
    const whole = new Uint8Array([1, 2, 3]);
    releaseMemory(whole.subarray(1));
    expect([...whole]).toEqual([1, 2, 3]);
  });
});
