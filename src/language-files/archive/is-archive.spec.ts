import { strToU8, zipSync } from 'fflate';
import { isArchive } from './is-archive';

const workbook = zipSync({ 'xl/workbook.xml': strToU8('<x/>'), '[Content_Types].xml': strToU8('<Types/>') });

describe('isArchive', () => {
  it.each<[string, Uint8Array]>([
    ['a zip', zipSync({ 'de.json': strToU8('{}') })],
    ['an empty zip', zipSync({})],
    ['a zip with an uncompressed workbook', zipSync({ 'de.xlsx': [workbook, { level: 0 }] })],
    ['a truncated zip', zipSync({ 'de.json': strToU8('{}') }).subarray(0, 30)],
  ])('returns true for %s', (_, bytes) => {
    expect(isArchive(bytes)).toBe(true);
  });

  it.each<[string, Uint8Array]>([
    ['a workbook', workbook],
    ['no bytes', new Uint8Array()],
    ['a text that begins with PK', strToU8('PKEY,en\n')],
    [
      'an end record that points outside of the file',
      Uint8Array.from([...strToU8('x'), 0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(255)]),
    ],
  ])('returns false for %s', (_, bytes) => {
    expect(isArchive(bytes)).toBe(false);
  });
});
