import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const THREAD_READER = join(__dirname, '../dist/src/imports/reading/thread-reader.js');

/** Reads a YAML file of about the given size with 64 MiB of heap, in a process of its own with the compiled modules. */
async function readYaml(bytes: number): Promise<unknown> {
  const code = `
    const { ThreadReader } = require(${JSON.stringify(THREAD_READER)});
    const lines = Array.from({ length: ${bytes} / 20 }, (_, i) => 'key' + i + ': "Text"\\n');
    const request = { bytes: Buffer.from(lines.join('')), format: 'yaml', language: 'en', sourceLanguage: 'en', targetLanguages: [] };
    const thread = new ThreadReader(64 * 1_048_576);
    thread.read(request).then(({ keys }) => ({ keys: keys.length }), ({ code, message }) => ({ code, message }))
      .then((result) => console.log(JSON.stringify(result))).finally(() => thread.terminate());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code]);
  return JSON.parse(stdout) as unknown;
}

describe('a file of an import', () => {
  it('is read when it needs less than the heap of the thread', async () => {
    expect(await readYaml(200_000)).toEqual({ keys: 10_000 });
  });

  it('is refused when it needs more', async () => {
    expect(await readYaml(4_000_000)).toEqual({
      code: 'limit_exceeded',
      message: 'the file takes too much memory to read; import it in parts',
    });
  });
});
