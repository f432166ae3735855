import { FormatError } from '../model/format-errors';
import { decodeText, decodeWithEncoding, encodeText } from './text-encoding';

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

function getError(bytes: Uint8Array, declared?: () => string): FormatError {
  try {
    decodeText(bytes, declared);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('the bytes were decoded');
}

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('a é')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffa é')],
    ['UTF-16LE with a byte order mark', utf16('\ufeffa é')],
    ['UTF-16BE with a byte order mark', utf16('\ufeffa é', true)],
    ['UTF-16LE without a byte order mark', utf16('a é')],
    ['UTF-16BE without a byte order mark', utf16('a é', true)],
  ])('decodes %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe('a é');
  });

  it.each([false, true])('decodes control characters in UTF-16 (big endian: %s)', (bigEndian) => {
    expect(decodeText(utf16('\ufeffa\x1a\x1c\x7f', bigEndian))).toBe('a\x1a\x1c\x7f');
  });

  it('removes only one byte order mark', () => {
    expect(decodeText(Buffer.from('\ufeff\ufeffa'))).toBe('\ufeffa');
  });

  it('uses the declared charset only for bytes that are not UTF-8', () => {
    expect(decodeText(Buffer.from('é', 'latin1'), () => 'latin1')).toBe('é');
    expect(decodeText(Buffer.from('é'), () => 'latin1')).toBe('é');
  });

  it.each([
    ['in the first line', 'caf\xe9\nb', 1],
    ['in a later line', 'a\r\nb\n\ncaf\xe9\nz\xff', 4],
    ['in the last line', 'a\ncaf\xe9', 2],
    ['beyond the first block', `${'line\n'.repeat(30_000)}caf\xe9\n`, 30_001],
    ['after a block that ends within a character', `${'\xc3\xa9'.repeat(40_000)}\n\xe9`, 2],
  ])('reports the line of the first byte that is not UTF-8: %s', (_where, latin1, line) => {
    const { code, position } = getError(Buffer.from(latin1, 'latin1'));
    expect({ code, position }).toEqual({ code: 'unknown_encoding', position: { line } });
  });

  it.each([
    ['an unknown charset', () => 'klingon'],
    ['a charset in which the bytes are invalid', () => 'shift_jis'],
  ])('refuses a file that declares %s', (_what, declared) => {
    expect(getError(Buffer.from([0x61, 0xff, 0xff]), declared).code).toBe('unknown_encoding');
  });

  it.each([
    ['shift_jis', Buffer.from([0x95, 0x5c]), '表'],
    ['ibm866', Buffer.from([0x80]), 'А'],
    ['gbk', Buffer.from([0xb1, 0xed]), '表'],
    ['windows-1252', Buffer.from([0xe9]), 'é'],
  ])('reads and writes the control characters of %s as they are', (label, bytes, text) => {
    const controls = '\x01\x1a\x1c\x1f\x7f';
    const file = decodeWithEncoding(Buffer.concat([bytes, Buffer.from(controls)]), () => label);
    expect(file.text).toBe(text + controls);
    expect(encodeText(controls + text, file)).toEqual(Buffer.concat([Buffer.from(controls), bytes]));
  });

  it('refuses bytes that are invalid in the encoding of their byte order mark', () => {
    expect(getError(Buffer.from([0xef, 0xbb, 0xbf, 0xff])).message).toBe('the file is not valid utf-8');
  });
});
