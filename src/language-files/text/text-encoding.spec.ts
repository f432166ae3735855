import { FormatError } from '../model/format-errors';
import { decodeText } from './text-encoding';

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

function faultOf(bytes: Uint8Array, declared?: () => string): FormatError {
  try {
    decodeText(bytes, declared);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('it was decoded');
}

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from('a é')],
    ['UTF-8 with a mark', Buffer.from('\ufeffa é')],
    ['UTF-16, little end first, with a mark', utf16('\ufeffa é')],
    ['UTF-16, big end first, with a mark', utf16('\ufeffa é', true)],
    ['UTF-16, little end first', utf16('a é')],
    ['UTF-16, big end first', utf16('a é', true)],
  ])('is read in %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe('a é');
  });

  it('loses one mark, not two', () => {
    expect(decodeText(Buffer.from('\ufeff\ufeffa'))).toBe('\ufeffa');
  });

  it('is in the charset that the file declares only where it is not UTF-8', () => {
    expect(decodeText(Buffer.from('é', 'latin1'), () => 'latin1')).toBe('é');
    expect(decodeText(Buffer.from('é'), () => 'latin1')).toBe('é');
  });

  it.each([
    ['in the first line', 'caf\xe9\nb', 1],
    ['in a later line', 'a\r\nb\n\ncaf\xe9\nz\xff', 4],
    ['in the last line', 'a\ncaf\xe9', 2],
    ['beyond the first block', `${'line\n'.repeat(30_000)}caf\xe9\n`, 30_001],
    ['after a block that ends inside of a character', `${'\xc3\xa9'.repeat(40_000)}\n\xe9`, 2],
  ])('is refused with the line of the first byte that is none, %s', (_where, latin1, line) => {
    const { code, position } = faultOf(Buffer.from(latin1, 'latin1'));
    expect({ code, position }).toEqual({ code: 'unknown_encoding', position: { line } });
  });

  it.each([
    ['a charset that nobody knows', () => 'klingon'],
    ['a charset that it is not in', () => 'shift_jis'],
  ])('is refused with %s', (_what, declared) => {
    expect(faultOf(Buffer.from([0x61, 0xff, 0xff]), declared).code).toBe('unknown_encoding');
  });

  it('is refused where the mark lies', () => {
    expect(faultOf(Buffer.from([0xef, 0xbb, 0xbf, 0xff])).message).toBe('the file is not valid utf-8');
  });
});
