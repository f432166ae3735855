import { ArchiveError } from './archive-error';
import { writeArchive, type FileToArchive } from './write-archive';

const archive = (given: Iterable<FileToArchive>): Buffer => Buffer.concat([...writeArchive(given)]);

/** Returns time and date of the first local header (APPNOTE 4.4.6). */
const timestampOf = (bytes: Buffer): [time: number, date: number] => [bytes.readUInt16LE(10), bytes.readUInt16LE(12)];

describe('writeArchive', () => {
  const files = [
    { path: 'de/common.json', chunks: ['{', '"a": "ä"', '}\n'] },
    { path: 'größe.json', chunks: [Buffer.from('{}\n')] },
  ];

  it('writes the same bytes for the same files', () => {
    expect(archive(files).equals(archive(files))).toBe(true);
  });

  it('sets the time stamp of every file to 1980-01-01 00:00', () => {
    expect(timestampOf(archive(files))).toEqual([0, 0x21]);
  });

  it('sets the flag of names in UTF-8', () => {
    const bytes = archive([{ path: 'ä.json', chunks: [] }]);
    expect(bytes.readUInt16LE(6) & 0x800).toBe(0x800);
    expect(bytes.includes(Buffer.from('ä.json'))).toBe(true);
  });

  it('keeps the order of strings and bytes', () => {
    const chunks = ['a', Buffer.from('b'), 'c', Buffer.from('d'), 'e'];
    expect(archive([{ path: 'x', chunks }]).equals(archive([{ path: 'x', chunks: ['abcde'] }]))).toBe(true);
  });

  it('takes a file when the previous one is written, and yields in between', () => {
    let taken = 0;
    const text = Array.from({ length: 100_000 }, (_, i) => `${i * 7919}`).join();
    const many = (function* (): Generator<FileToArchive> {
      for (; taken < 5; taken++) yield { path: `${taken}`, chunks: [text, text] };
    })();
    const pieces = writeArchive(many)[Symbol.iterator]();
    for (let i = 0; i < 3; i++) pieces.next();
    expect(taken).toBe(0);
  });

  it.each(['../de.json', '/de.json', './de.json', 'de/', 'a\\b', ''])('refuses the name %j', (path) => {
    expect(() => archive([{ path, chunks: [] }])).toThrow(ArchiveError);
  });

  it('refuses a name that occurs twice', () => {
    const file = { path: 'de.json', chunks: [] };
    expect(() => archive([file, file])).toThrow(/two files/);
  });
});
