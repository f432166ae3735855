import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTerms } from '../src/glossary/files/read-terms';

const READER = join(__dirname, '../dist/src/glossary/files/term-reader.js');

interface Answer {
  terms?: unknown;
  error?: { code: string; message: string };
  /** The turns of the event loop while the file was read. */
  turns: number;
}

/** Reads CSV files with the compiled modules, at a time and in a process of its own. */
async function readInThreads(files: readonly string[]): Promise<Answer[]> {
  const code = `
    const { TermReader } = require(${JSON.stringify(READER)});
    const reader = new TermReader();
    let input = '';
    process.stdin.on('data', (part) => (input += part)).on('end', async () => {
      const read = async (text, index) => {
        let turns = 0;
        let isReading = true;
        (function count() { if (isReading) setImmediate(() => { turns++; count(); }); })();
        const file = { format: 'csv', bytes: Buffer.from(text), language: undefined };
        const answer = await reader.read('organization ' + index, file)
          .then((terms) => ({ terms }), ({ code, message }) => ({ error: { code, message } }));
        isReading = false;
        return { ...answer, turns };
      };
      console.log(JSON.stringify(await Promise.all(JSON.parse(input).map(read))));
      await reader.onApplicationShutdown();
    });`;
  const run = promisify(execFile)(process.execPath, ['-e', code], { maxBuffer: 64 * 1_048_576 });
  run.child.stdin?.end(JSON.stringify(files));
  return JSON.parse((await run).stdout) as Answer[];
}

const csvOf = (rows: number): string =>
  ['term,de', ...Array.from({ length: rows }, (_, index) => `term ${index},Wort ${index}|Begriff ${index}`)].join('\n');

describe('a thread that reads files of terms', () => {
  it('reads what the process itself reads, and leaves the event loop free', async () => {
    const file = csvOf(10_000);
    const [one, other] = await readInThreads([file, file]);
    const terms = readTerms({ format: 'csv', bytes: Buffer.from(file), language: undefined });
    expect(one?.terms).toEqual(terms);
    expect(other?.terms).toEqual(terms);
    expect(one?.turns).toBeGreaterThan(10);
  });

  it('refuses what the process itself refuses', async () => {
    const answers = await readInThreads([csvOf(10_001), `${csvOf(1_000)}\nterm,a,b`, `term,forbidden\na,maybe\n`]);
    expect(answers.map(({ error }) => error)).toEqual([
      { code: 'limit_exceeded', message: 'an organization has at most 10000 terms' },
      { code: 'malformed_file', message: 'the row has more cells than the first row (line 1002)' },
      { code: 'malformed_file', message: 'forbidden must be true or false (line 2)' },
    ]);
  });
});
