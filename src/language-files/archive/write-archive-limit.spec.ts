import type * as Fflate from 'fflate';
import { writeArchive } from './write-archive';

// A compressor takes 100 KB of memory, which would take many seconds for so many files.
jest.mock('fflate', () => {
  const fflate = jest.requireActual<typeof Fflate>('fflate');
  return { ...fflate, ZipDeflate: fflate.ZipPassThrough };
});

describe('writeArchive', () => {
  it.each([
    [65_535, undefined],
    [65_536, 'a zip holds at most 65535 files'],
  ])('writes %i files, or refuses more than the 65,535 that the end record can count: %j', (count, expected) => {
    const files = Array.from({ length: count }, (_, i) => ({ path: `${i}`, chunks: [] }));
    const write = (): string | undefined => {
      try {
        for (const part of writeArchive(files)) part.subarray(0);
      } catch (error) {
        return (error as Error).message;
      }
      return undefined;
    };
    expect(write()).toBe(expected);
  });
});
