import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SmallDisk } from '../../../test/support/small-disk';
import { StorageFullError, storageFull } from '../../common/errors/storage-full.error';
import { ExportsBusyError } from '../export-errors';
import { FileSpace } from '../render/file-space';
import { Spool, type SpooledContent } from './spool';
import { SpooledFile } from './spooled-file';

const MEMORY_BYTES = 1_048_576;

async function write(chunks: Iterable<string | Uint8Array>, spool = new Spool()): Promise<SpooledContent> {
  for (const chunk of chunks) await spool.write(chunk);
  return spool.end();
}

async function writeFile(space = new FileSpace(2 * MEMORY_BYTES)): Promise<{ file: SpooledFile; bytes: Buffer }> {
  const block = Buffer.from('äöü 漢字 😀 '.repeat(10_000));
  const blocks = Array.from({ length: Math.ceil(MEMORY_BYTES / block.length) + 1 }, () => block);
  const { content } = await write(blocks, new Spool(space, MEMORY_BYTES));
  if (!(content instanceof SpooledFile)) throw new Error('the content is in memory');
  return { file: content, bytes: Buffer.concat(blocks) };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('Spool', () => {
  it('keeps small content in memory, strings and bytes in the order of the chunks', async () => {
    const { content, hash } = await write(['a😀', Buffer.from('b'), '', 'c']);
    expect(content).toEqual(Buffer.from('a😀bc'));
    expect(hash).toBe(sha256(Buffer.from('a😀bc')));
  });

  it('joins a surrogate pair that is split between two chunks', async () => {
    const { content } = await write(['\ud83d', '\ude00'.repeat(1)]);
    expect(content).toEqual(Buffer.from('😀'));
  });

  it('returns an empty buffer when nothing was written', async () => {
    expect((await write([])).content).toEqual(Buffer.alloc(0));
  });

  it('writes large content to a file that several streams read at once', async () => {
    const { file, bytes } = await writeFile();
    expect(file.size).toBe(bytes.length);
    const read = await Promise.all([buffer(file.stream()), buffer(file.stream())]);
    expect(read.map(sha256)).toEqual([sha256(bytes), sha256(bytes)]);
    file.close();
  });

  it.each([
    ['does not exist', '/nowhere/glossa', 'ENOENT'],
    ['is no folder', __filename, 'ENOTDIR'],
  ])('names a temporary folder that %s as the reason', async (_, folder, code) => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = folder;
    const space = new FileSpace(2 * MEMORY_BYTES);
    const spool = new Spool(space, MEMORY_BYTES);
    try {
      const error: unknown = await write([Buffer.alloc(MEMORY_BYTES + 1)], spool).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StorageFullError);
      expect(error).toMatchObject({ message: expect.stringContaining('temporary'), cause: { code } });
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    await spool.abort();
    expect(space.bytes).toBe(0);
  });

  (SmallDisk.isAvailable() ? it : it.skip)('refuses a file of which the disk accepts only a part', async () => {
    const disk = SmallDisk.mount(3);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = disk.folder;
    const spool = new Spool(new FileSpace(8 * MEMORY_BYTES), MEMORY_BYTES);
    try {
      disk.fill(1.5 * MEMORY_BYTES);
      const chunks = Array.from({ length: 40 }, () => Buffer.alloc(100_000));
      const error: unknown = await write(chunks, spool).catch((reason: unknown) => reason);
      expect(storageFull(error) ?? error).toBeInstanceOf(StorageFullError);
      await spool.abort();
      expect(disk.freeBytes).toBeGreaterThanOrEqual(1.4 * MEMORY_BYTES);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      disk.remove();
    }
  });

  it('refuses a file without space, and frees the space of closed files and aborted spools', async () => {
    const space = new FileSpace(MEMORY_BYTES * 1.5);
    const { file } = await writeFile(space);
    const refused = new Spool(space, MEMORY_BYTES);
    await expect(write([Buffer.alloc(MEMORY_BYTES + 1)], refused)).rejects.toThrow(ExportsBusyError);
    await refused.abort();
    expect(space.bytes).toBe(file.size);
    file.close();
    file.close();
    expect(space.bytes).toBe(0);
    const aborted = new Spool(space, MEMORY_BYTES);
    await aborted.write(Buffer.alloc(MEMORY_BYTES + 1));
    expect(space.bytes).toBe(MEMORY_BYTES + 1);
    await aborted.abort();
    expect(space.bytes).toBe(0);
  });
});

describe('SpooledFile', () => {
  it('fails a stream that is not finished when the file is closed', async () => {
    const { file } = await writeFile();
    const stream = file.stream();
    await once(stream, 'readable');
    file.close();
    await expect(buffer(stream)).rejects.toThrow('closed');
  });
});
