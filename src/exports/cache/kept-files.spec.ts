import type { KeptFile } from '../render/thread-serializer';
import { type FormerFile, KeptFiles } from './kept-files';

const MIB = 1_048_576;

describe('KeptFiles', () => {
  const dropped: string[] = [];
  const fileOf = (name: string, bytes: number): FormerFile => ({
    revision: '1',
    sourceLanguage: 'en',
    templates: '',
    kept: { bytes, isAvailable: true, drop: () => void dropped.push(name) } as unknown as KeptFile,
  });
  let files: KeptFiles;
  beforeEach(() => {
    dropped.length = 0;
    files = new KeptFiles();
  });

  it('gives the entries of a file to one caller, and the revision to the next one too', () => {
    const slot = files.slotOf('project', 'json');
    slot.put(fileOf('a', MIB), false);
    expect([slot.take()?.kept?.bytes, slot.take()]).toEqual([
      MIB,
      { revision: '1', sourceLanguage: 'en', templates: '', kept: undefined },
    ]);
    expect([files.bytes < MIB, dropped]).toEqual([true, []]);
  });

  it('drops the entries that are replaced', () => {
    const slot = files.slotOf('project', 'json');
    slot.put(fileOf('a', MIB), false);
    slot.put(fileOf('b', MIB), false);
    expect(dropped).toEqual(['a']);
  });

  it('drops the least recently used entries beyond 64 MiB', () => {
    for (const name of ['a', 'b', 'c']) files.slotOf('project', name).put(fileOf(name, 25 * MIB), false);
    expect([dropped, files.bytes <= 64 * MIB]).toEqual([['a'], true]);
  });

  it('drops the entries of a file that would take more than half of the memory, and keeps its revision', () => {
    const slot = files.slotOf('project', 'json');
    slot.put(fileOf('a', 33 * MIB), false);
    expect([dropped, slot.take()?.revision]).toEqual([['a'], '1']);
  });

  it('drops all entries at the end', () => {
    files.slotOf('project', 'json').put(fileOf('a', MIB), false);
    files.onApplicationShutdown();
    expect([dropped, files.bytes]).toEqual([['a'], 0]);
  });
});
