import { strToU8, zipSync } from 'fflate';
import { isArchive } from './is-archive';

const workbook = zipSync({ 'xl/workbook.xml': strToU8('<x/>'), '[Content_Types].xml': strToU8('<Types/>') });

describe('isArchive', () => {
  it.each<[string, Uint8Array]>([
    ['a zip', zipSync({ 'de.json': strToU8('{}') })],
    ['a zip without a file', zipSync({})],
    ['a zip that holds a workbook, not compressed', zipSync({ 'de.xlsx': [workbook, { level: 0 }] })],
    ['a zip that was cut', zipSync({ 'de.json': strToU8('{}') }).subarray(0, 30)],
  ])('knows %s', (_, bytes) => {
    expect(isArchive(bytes)).toBe(true);
  });

  it.each<[string, Uint8Array]>([
    ['a workbook', workbook],
    ['nothing', new Uint8Array()],
    ['a text that begins like one', strToU8('PKEY,en\n')],
    [
      'an end record that points nowhere',
      Uint8Array.from([...strToU8('x'), 0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(255)]),
    ],
  ])('does not take %s for one', (_, bytes) => {
    expect(isArchive(bytes)).toBe(false);
  });
});
