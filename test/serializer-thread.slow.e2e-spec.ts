import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const DIST = join(__dirname, '../dist/src');

/** Runs code in a process of its own with the compiled modules, which start their worker threads there. */
async function run(code: string): Promise<unknown> {
  const modules = `
    const { codecs } = require(${JSON.stringify(join(DIST, 'language-files'))});
    const { serializeWhole } = require(${JSON.stringify(join(DIST, 'exports/render/whole-file.js'))});
    const head = { language: 'en', languages: ['en', 'de'], sourceLanguage: 'en', projectName: 'Project' };
    const entriesOf = (count, text = (i) => 'Text ' + i) => Array.from({ length: count }, (_, i) => ({
      key: 'k' + String(i).padStart(6, '0'), value: text(i), source: text(i), values: new Map([['en', text(i)], ['de', text(i)]]),
    }));
    async function* pagesOf(entries) { for (let i = 0; i < entries.length; i += 700) yield entries.slice(i, i + 700); }
    async function write(codec, entries, warn = () => undefined) {
      const chunks = [];
      for await (const chunk of serializeWhole(codec, { ...head, warn }, pagesOf(entries))) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    }`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '-e',
    `${modules} (async () => { ${code} })().then((result) => console.log(JSON.stringify(result)));`,
  ]);
  return JSON.parse(stdout) as unknown;
}

describe('a file that needs all of its entries', () => {
  it('has the same bytes and warnings from a worker thread as from the codec, in every format', async () => {
    const result = await run(`
      const different = [];
      const tested = codecs.filter(({ streams }) => !streams);
      for (const codec of tested) {
        for (const count of [1, 3000]) {
          const expected = { warnings: [], bytes: [] };
          const entries = entriesOf(count);
          for (const chunk of codec.serialize({ ...head, entries, warn: (warning) => expected.warnings.push(warning) }))
            expected.bytes.push(Buffer.from(chunk));
          const warnings = [];
          const bytes = await write(codec, entries, (warning) => warnings.push(warning));
          if (!bytes.equals(Buffer.concat(expected.bytes)) || warnings.length !== expected.warnings.length)
            different.push(codec.id + ' ' + count);
        }
      }
      return { different, tested: tested.map(({ id }) => id) };`);
    expect(result).toEqual({
      different: [],
      tested: expect.arrayContaining(['json-nested', 'yaml', 'xlsx']) as string[],
    });
  });

  it('has the same bytes when it is continued from a kept file as when it is written anew, in every format', async () => {
    const result = await run(`
      const { serializeInThread } = require(${JSON.stringify(join(DIST, 'exports/render/thread-serializer.js'))});
      async function collect(file) {
        const chunks = [];
        for (;;) {
          const { done, value } = await file.next();
          if (done) return { bytes: Buffer.concat(chunks), kept: value };
          chunks.push(Buffer.from(value));
        }
      }
      const options = { isKept: () => true, hasSameTemplate: false };
      const file = { ...head, warn: () => undefined };
      const different = [];
      for (const codec of codecs) {
        let entries = entriesOf(300);
        let { kept } = await collect(serializeInThread(codec, file, pagesOf(entries), options.isKept));
        for (const round of [1, 2]) {
          const changed = entriesOf(300, (i) => 'Round ' + round + ' ' + i).filter((_, i) => i % 50 === round);
          const removed = [...changed.map(({ key }) => key), entries[round * 10].key];
          const set = [...changed, { key: 'new' + round, value: 'New', source: 'New', values: new Map([['en', 'New']]) }];
          entries = [...entries.filter(({ key }) => !removed.includes(key)), ...set].sort((a, b) => (a.key < b.key ? -1 : 1));
          const anew = await collect(serializeInThread(codec, file, pagesOf(entries)));
          const next = await collect(kept.write(codec, file, { removed, set }, options));
          if (!next.bytes.equals(anew.bytes) || anew.bytes.length === 0) different.push(codec.id + ' ' + round);
          kept = next.kept;
        }
      }
      return { different, tested: codecs.length };`);
    expect(result).toEqual({ different: [], tested: expect.any(Number) as number });
  });

  it('leaves the event loop free while it is written', async () => {
    const turns = await run(`
      const codec = codecs.find(({ id }) => id === 'json-nested');
      await write(codec, entriesOf(1000));
      const entries = entriesOf(100000);
      let turns = 0;
      const timer = setInterval(() => turns++, 5);
      await write(codec, entries);
      clearInterval(timer);
      return turns;`);
    expect(turns).toBeGreaterThan(20);
  });

  it('is refused with the key of a text that the format cannot represent, and the thread can be used again', async () => {
    const result = await run(`
      const codec = codecs.find(({ id }) => id === 'xlsx');
      const entries = entriesOf(1000, (i) => i === 900 ? 'x'.repeat(40000) : 'Text ' + i);
      const refusal = await write(codec, entries).catch((error) => ({ name: error.name, code: error.code, ...error.position }));
      return { refusal, isWritten: (await write(codec, entriesOf(1000))).length > 0 };`);
    expect(result).toEqual({
      refusal: { name: 'FormatError', code: 'unwritable_text', key: 'k000900' },
      isWritten: true,
    });
  });
});
