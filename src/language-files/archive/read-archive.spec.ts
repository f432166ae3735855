import * as fc from 'fast-check';
import { crc32, deflateRawSync } from 'node:zlib';
import { ArchiveError } from './archive-error';
import { DEFAULT_LIMITS, readArchive, type ArchiveLimits } from './read-archive';
import { writeArchive } from './write-archive';
import { samples } from '../../../test/support/samples';

/** An entry as the headers of a zip describe it, correctly or not. */
interface RawEntry {
  name?: string | Buffer;
  data?: Buffer;
  stored?: boolean;
  size?: number;
  compressedSize?: number;
  crc?: number;
  flags?: number;
  method?: number;
  attributes?: number;
}

/** Builds a zip by APPNOTE 4.3 without the checks of a library. */
function zipOf(entries: readonly RawEntry[], count = entries.length): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, body, fields } = fieldsOf(entry);
    const local = Buffer.concat([Buffer.from('PK\x03\x04\x14\0'), fields, name, body]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.attributes ?? 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03\x14\0'), fields, tail, name);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(count & 0xffff, 8);
  end.writeUInt16LE(count & 0xffff, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Returns the fields from the flags to the length of the extra field, which are the same in both headers. */
function fieldsOf(entry: RawEntry): { name: Buffer; body: Buffer; fields: Buffer } {
  const data = entry.data ?? Buffer.from('{}');
  const body = entry.stored ? data : deflateRawSync(data);
  const name = Buffer.from(entry.name ?? 'de.json');
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(entry.flags ?? 0, 0);
  fields.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), 2);
  fields.writeUInt32LE(entry.crc ?? crc32(data), 8);
  fields.writeUInt32LE(entry.compressedSize ?? body.length, 12);
  fields.writeUInt32LE(entry.size ?? data.length, 16);
  fields.writeUInt16LE(name.length, 20);
  return { name, body, fields };
}

async function unpack(archive: Buffer, limits: Partial<ArchiveLimits> = {}): Promise<[string, string][]> {
  const files: [string, string][] = [];
  for await (const { path, bytes } of readArchive(archive, { ...DEFAULT_LIMITS, ...limits })) {
    files.push([path, bytes.toString()]);
  }
  return files;
}

async function refusal(archive: Buffer, limits: Partial<ArchiveLimits> = {}): Promise<ArchiveError> {
  try {
    await unpack(archive, limits);
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
  throw new Error('the archive was not refused');
}

describe('readArchive', () => {
  it('returns deflated and stored files in the order of the directory', async () => {
    const archive = zipOf([
      { name: 'b/de.json', data: Buffer.from('B') },
      { name: 'a.json', stored: true },
    ]);
    expect(await unpack(archive)).toEqual([
      ['b/de.json', 'B'],
      ['a.json', '{}'],
    ]);
  });

  it('skips folders and the files that operating systems add', async () => {
    const names = ['de/', '__MACOSX/de/._a.json', 'de/.DS_Store', 'Thumbs.db', './de/a.json'];
    expect(await unpack(zipOf(names.map((name) => ({ name }))))).toEqual([['de/a.json', '{}']]);
  });

  it('reads names in UTF-8 with and without the flag, and other names in code page 437', async () => {
    const names = [Buffer.from('ä.json'), Buffer.from([0x84, 0x2e, 0x79])];
    const archive = zipOf([{ name: names[0], flags: 0x800 }, { name: 'ö.json' }, { name: names[1] }]);
    expect((await unpack(archive)).map(([path]) => path)).toEqual(['ä.json', 'ö.json', 'ä.y']);
  });

  it('reads the files that writeArchive wrote', async () => {
    const file = fc.record({ text: fc.string({ unit: 'grapheme' }), copies: fc.integer({ min: 0, max: 5_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 5 }), async (given) => {
        const files = given.map(({ text, copies }, i) => ({
          path: `de/ü${i}.json`,
          chunks: Array<string>(copies).fill(text),
        }));
        const archive = Buffer.concat([...writeArchive(files)]);
        expect(await unpack(archive)).toEqual(files.map(({ path, chunks }) => [path, chunks.join('')]));
      }),
      { numRuns: samples(30) },
    );
  });

  it('accepts any compression ratio of small files', async () => {
    const data = Buffer.alloc(1024 * 1024);
    expect(await unpack(zipOf([{ data }]))).toHaveLength(1);
  });

  it('accepts a workbook in the archive', async () => {
    const inner = zipOf([{}]);
    expect(await unpack(zipOf([{ name: 'all.xlsx', data: inner }]))).toHaveLength(1);
  });
});

describe('readArchive refuses', () => {
  it.each([
    ['a parent folder', '../de.json'],
    ['a parent folder in the middle', 'a/../../de.json'],
    ['an absolute path', '/etc/passwd'],
    ['a drive', 'C:/de.json'],
    ['a backslash', '..\\de.json'],
    ['a NUL', 'de.json\0.txt'],
    ['a line end', 'de\n.json'],
    ['an empty folder', 'a//de.json'],
    ['an overlong name', 'a'.repeat(2_000)],
    ['no name', ''],
  ])('%s', async (_, name) => {
    expect(await refusal(zipOf([{ name }]))).toMatchObject({ code: 'malformed_file', entry: name });
  });

  it('links', async () => {
    const attributes = (0xa1ff << 16) >>> 0;
    const archive = zipOf([{ name: 'de.json', data: Buffer.from('/etc/passwd'), attributes }]);
    expect(await refusal(archive)).toMatchObject({ code: 'malformed_file', message: expect.stringMatching(/link/) });
  });

  it.each([0x1, 0x40, 0x2000])('encrypted entries with the flag %d', async (flags) => {
    expect(await refusal(zipOf([{ flags }]))).toMatchObject({ message: expect.stringMatching(/encrypt/) });
  });

  it('two files with the same name', async () => {
    expect(await refusal(zipOf([{ name: 'a' }, { name: './a' }]))).toMatchObject({
      code: 'malformed_file',
      entry: 'a',
    });
  });

  it.each(['inner.zip', 'de.json'])('an archive inside the archive, named %s', async (name) => {
    expect(await refusal(zipOf([{ name, data: zipOf([{}]) }]))).toMatchObject({ entry: name });
  });

  it('100,000 entries, and one more than the limit', async () => {
    const entries = Array.from({ length: 100_000 }, (_, i) => ({ name: `${i}/` }));
    expect(await refusal(zipOf(entries))).toMatchObject({ code: 'limit_exceeded' });
    expect(await refusal(zipOf(entries.slice(0, 11)), { entries: 10 })).toMatchObject({ code: 'limit_exceeded' });
    expect(await unpack(zipOf(entries.slice(0, 10)), { entries: 10 })).toEqual([]);
  });

  it('a zip bomb by the uncompressed size of one entry', async () => {
    const bomb = { name: 'bomb.json', data: Buffer.alloc(64 * 1024 * 1024) };
    const expected = { code: 'limit_exceeded', entry: 'bomb.json' };
    expect(await refusal(zipOf([bomb]))).toMatchObject(expected);
    expect(await refusal(zipOf([bomb]), { ratio: 2_000, entryBytes: 1024 })).toMatchObject(expected);
  });

  it('many small bombs by the uncompressed size of all entries', async () => {
    const entries = Array.from({ length: 10 }, (_, i) => ({ name: `${i}`, data: Buffer.alloc(100) }));
    expect(await refusal(zipOf(entries), { totalBytes: 500 })).toMatchObject({ code: 'limit_exceeded', entry: '5' });
  });

  it.each([
    ['an understated size', { size: 1 }],
    ['an overstated size', { size: 1_000_000 }],
    ['a compressed size beyond the file', { compressedSize: 1_000_000 }],
    ['an understated compressed size', { compressedSize: 1 }],
    ['a wrong check sum', { crc: 1 }],
    ['an unknown method', { method: 99 }],
  ])('%s', async (_, lie) => {
    const archive = zipOf([{ data: Buffer.from('{"a": "some text"}'), ...lie }]);
    expect(await refusal(archive)).toMatchObject({ code: 'malformed_file', entry: 'de.json' });
  });

  it('an end record that counts fewer entries than there are', async () => {
    expect(await refusal(zipOf([{ name: 'a' }, { name: 'b' }], 1))).toMatchObject({ code: 'malformed_file' });
  });

  it('an end record that counts more entries than there are', async () => {
    expect(await refusal(zipOf([{}], 2))).toMatchObject({ code: 'malformed_file' });
  });

  it('any truncated archive, and damaged ones with no other error', async () => {
    const archive = zipOf([{ name: 'a' }, { name: 'b', stored: true }, { name: 'c' }]);
    const cut = fc.nat(archive.length - 1);
    await fc.assert(
      fc.asyncProperty(cut, async (length) => {
        expect(await refusal(archive.subarray(0, length))).toBeInstanceOf(ArchiveError);
      }),
    );
    await fc.assert(
      fc.asyncProperty(cut, fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(archive);
        damaged[at] = byte;
        await unpack(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(ArchiveError));
      }),
      { numRuns: samples(500) },
    );
  });

  it('bytes that are not a zip', async () => {
    expect(await refusal(Buffer.from('{}'))).toMatchObject({ code: 'malformed_file' });
    expect(await refusal(Buffer.alloc(0))).toMatchObject({ code: 'malformed_file' });
  });
});
