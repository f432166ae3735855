import { ArchiveError } from './archive-error';
import { writeArchive, type FileToArchive } from './write-archive';

const archiveOf = (given: Iterable<FileToArchive>): Buffer => Buffer.concat([...writeArchive(given)]);

/** Of the first local header (APPNOTE 4.4.6): 1980-01-01 00:00. */
const timestampOf = (archive: Buffer): [time: number, date: number] => [
  archive.readUInt16LE(10),
  archive.readUInt16LE(12),
];

describe('writeArchive', () => {
  const files = [
    { path: 'de/common.json', chunks: ['{', '"a": "ä"', '}\n'] },
    { path: 'größe.json', chunks: [Buffer.from('{}\n')] },
  ];

  it('writes the same bytes for the same files', () => {
    expect(archiveOf(files).equals(archiveOf(files))).toBe(true);
  });

  it('gives every file the first date of a zip', () => {
    expect(timestampOf(archiveOf(files))).toEqual([0, 0x21]);
  });

  it('says that a name is UTF-8', () => {
    const archive = archiveOf([{ path: 'ä.json', chunks: [] }]);
    expect(archive.readUInt16LE(6) & 0x800).toBe(0x800);
    expect(archive.includes(Buffer.from('ä.json'))).toBe(true);
  });

  it('keeps the order of texts and bytes', () => {
    const chunks = ['a', Buffer.from('b'), 'c', Buffer.from('d'), 'e'];
    expect(archiveOf([{ path: 'x', chunks }]).equals(archiveOf([{ path: 'x', chunks: ['abcde'] }]))).toBe(true);
  });

  it('takes each file when the one before it is written, and yields as it goes', () => {
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
    expect(() => archiveOf([{ path, chunks: [] }])).toThrow(ArchiveError);
  });

  it('refuses a name twice', () => {
    const file = { path: 'de.json', chunks: [] };
    expect(() => archiveOf([file, file])).toThrow(/two files/);
  });

  it('refuses more files than a zip can count', () => {
    const files = Array.from({ length: 65_536 }, (_, i) => ({ path: `${i}`, chunks: [] }));
    expect(() => archiveOf(files)).toThrow(/65535/);
  });
});
