import { brotliCompressSync } from 'node:zlib';
import { codecById } from '../../language-files';
import { toColumns } from '../snapshot/entry-columns';
import { Serializer, type SerializerMessage } from './serializer';

const head = { language: 'de', languages: ['de'], sourceLanguage: 'en', projectName: 'Project' };
const templateOf = (source: string) => ({
  content: brotliCompressSync(source),
  size: source.length,
  isForeign: false,
});

describe('Serializer', () => {
  const reads = jest.spyOn(codecById('json')?.template as unknown as { read: () => unknown }, 'read');
  let serializer: Serializer;
  beforeEach(() => {
    reads.mockClear();
    serializer = new Serializer();
    serializer.handle({ kind: 'file', codecId: 'json', head: { ...head, template: templateOf('{ "a": "1" }') } });
    serializer.handle({ kind: 'entries', columns: toColumns([{ key: 'a', value: '1' }]) });
    readAll(serializer.handle({ kind: 'end', keepAs: 1 }));
  });

  const readAll = (first: SerializerMessage | undefined): string => {
    const blocks: Uint8Array[] = [];
    let message = first;
    for (; message?.kind === 'block'; message = serializer.handle({ kind: 'next' })) blocks.push(message.bytes);
    expect(message?.kind).toBe('end');
    return Buffer.concat(blocks).toString();
  };

  /** Writes the file with another text in the layout of another file. */
  const writeNext = (source: string): string => {
    serializer.handle({ kind: 'file', codecId: 'json', base: 1, head: { ...head, template: templateOf(source) } });
    serializer.handle({ kind: 'changes', removed: ['a'], columns: toColumns([{ key: 'a', value: '2' }]) });
    return readAll(serializer.handle({ kind: 'end' }));
  };

  it('reads the file of an import once, before its texts are known, for an export after the import', () => {
    serializer.handle({ kind: 'template', number: 1, ...templateOf('{ "a" :"2" }'), options: {} });
    expect(reads).toHaveBeenCalledTimes(2);
    expect(writeNext('{ "a" :"2" }')).toBe('{ "a" :"2" }');
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('writes into the file that is the template then', () => {
    serializer.handle({ kind: 'template', number: 1, ...templateOf('{ "a" :"2" }'), options: {} });
    expect(writeNext('{  "a":"3" }')).toBe('{  "a":"2" }');
  });

  it('reads no file of an import when templates are no longer kept', () => {
    serializer.forgetTemplates();
    serializer.handle({ kind: 'template', number: 1, ...templateOf('{ "a" :"2" }'), options: {} });
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('takes the file of an import that no kept entries have the place of', () => {
    serializer.handle({ kind: 'template', number: 7, ...templateOf('{ "a" :"2" }'), options: {} });
    serializer.handle({ kind: 'template', number: 1, ...templateOf('no file'), options: {} });
    expect(writeNext('{ "a": "1" }')).toBe('{ "a": "2" }');
  });
});
