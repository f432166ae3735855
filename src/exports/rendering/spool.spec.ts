import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ExportsBusyError, FileSpace } from './file-space';
import { MEMORY_BYTES, Spool, SpooledFile } from './spool';

async function spooled(
  chunks: Iterable<string | Uint8Array>,
  spool = new Spool(),
): Promise<{ hash: string; content: Buffer | SpooledFile }> {
  for (const chunk of chunks) await spool.write(chunk);
  return spool.end();
}

async function largeFile(space?: FileSpace): Promise<{ file: SpooledFile; bytes: Buffer }> {
  const block = Buffer.from('äöü 漢字 😀 '.repeat(60_000));
  const blocks = Array.from({ length: Math.ceil(MEMORY_BYTES / block.length) + 1 }, () => block);
  const { content } = await spooled(blocks, new Spool(space));
  if (!(content instanceof SpooledFile)) throw new Error('it is in memory');
  return { file: content, bytes: Buffer.concat(blocks) };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('taking a rendering as it is made', () => {
  afterEach(() => jest.useRealTimers());

  it('keeps a small one in memory, texts and bytes in their order', async () => {
    const { content, hash } = await spooled(['a😀', Buffer.from('b'), '', 'c']);
    expect(content).toEqual(Buffer.from('a😀bc'));
    expect(hash).toBe(sha256(Buffer.from('a😀bc')));
  });

  it('does not tear a surrogate pair that two chunks share', async () => {
    const { content } = await spooled(['\ud83d', '\ude00'.repeat(1)]);
    expect(content).toEqual(Buffer.from('😀'));
  });

  it('is empty for nothing', async () => {
    expect((await spooled([])).content).toEqual(Buffer.alloc(0));
  });

  it('spills a large one to a file and gives the same bytes back, to several readers at once', async () => {
    const { file, bytes } = await largeFile();
    expect(file.size).toBe(bytes.length);
    const read = await Promise.all([buffer(file.stream()), buffer(file.stream())]);
    expect(read.map(sha256)).toEqual([sha256(bytes), sha256(bytes)]);
    file.drop();
  });

  it('refuses a large one while others take the space, and has it when they are gone', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const space = new FileSpace(MEMORY_BYTES * 1.5);
    const { file } = await largeFile(space);
    const refused = new Spool(space);
    await expect(spooled([Buffer.alloc(MEMORY_BYTES + 1)], refused)).rejects.toThrow(ExportsBusyError);
    await refused.abandon();
    file.drop();
    jest.advanceTimersByTime(60_000);
    const again = await largeFile(space);
    again.file.drop();
    jest.advanceTimersByTime(60_000);
    const abandoned = new Spool(space);
    await abandoned.write(Buffer.alloc(MEMORY_BYTES + 1));
    await abandoned.abandon();
    expect(() => space.take(MEMORY_BYTES * 1.5)).not.toThrow();
  });

  it('lets readers finish who began before it was dropped', async () => {
    const { file, bytes } = await largeFile();
    const stream = file.stream();
    await wait(5);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    file.drop();
    jest.advanceTimersByTime(60_000);
    expect(sha256(await buffer(stream))).toBe(sha256(bytes));
  });

  it('is free of a reader that goes away half way', async () => {
    const { file } = await largeFile();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const stream = file.stream();
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    file.drop();
    jest.advanceTimersByTime(60_000);
    expect(() => file.stream()).toThrow('dropped');
  });
});
