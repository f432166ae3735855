import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError } from './database/embedded/folder-errors';
import { failedMessage } from './startup-output';

describe('failedMessage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glossa-output-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('names the sources in the stack of an error that the operator cannot correct', () => {
    const map = { version: 3, sources: ['main.ts'], names: [], mappings: 'AAAA' };
    writeFileSync(join(folder, 'main.js.map'), JSON.stringify(map));
    const stack = (file: string): string => `Error: broken\n    at main (${join(folder, file)}:1:1)`;
    const error = Object.assign(new Error('broken'), { stack: stack('main.js') });
    expect(failedMessage(error)).toBe(`${stack('main.ts')}\n`);
  });

  it('is the message alone of an error that the operator can correct', () => {
    expect(failedMessage(new FolderInUseError('/data'))).toBe('DATA_DIR /data is in use by another Glossa process\n');
  });
});
