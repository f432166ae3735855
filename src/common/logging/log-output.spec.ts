import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../test/support/receiver';
import { openLogOutput } from './log-output';

const LINE = `${'x'.repeat(1_023)}\n`;
/** A pipe holds 64 KiB. */
const WAITING_BYTES = 100 * LINE.length;

describe('openLogOutput', () => {
  let folder: string;
  let pipe: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'glossa-log-'));
    execFileSync('mkfifo', [join(folder, 'log')]);
    // One descriptor for both ends: writing fails with EAGAIN when the pipe is full.
    pipe = openSync(join(folder, 'log'), constants.O_RDWR | constants.O_NONBLOCK);
  });
  // The outputs close the pipe, or keep it open until the process exits.
  afterEach(() => rmSync(folder, { recursive: true }));

  function readAll(): string {
    const buffer = Buffer.alloc(1_048_576);
    try {
      return buffer.toString('utf8', 0, readSync(pipe, buffer));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      return '';
    }
  }

  it('leaves lines out that its reader does not take, and says how many', async () => {
    const output = openLogOutput(pipe, WAITING_BYTES, 0);
    const written = 1_000;
    for (let line = 0; line < written; line++) output.write(Buffer.from(LINE));
    let read = '';
    await until(() => (read += readAll()).includes('lines were left out'));
    const lines = read.trim().split('\n');
    const notice = JSON.parse(lines.at(-1) ?? '') as { level: string; msg: string };
    const leftOut = Number(/\d+/.exec(notice.msg)?.[0]);
    expect(notice.level).toBe('warn');
    expect(leftOut).toBeGreaterThan(0);
    expect(lines.length - 1 + leftOut).toBe(written);
  });

  it('ends a flush whose reader does not read, and writes no line after it', () => {
    const output = openLogOutput(pipe, WAITING_BYTES, 50);
    expect(() => {
      for (;;) writeSync(pipe, LINE);
    }).toThrow('EAGAIN');
    output.write(Buffer.from('lost\n'));
    output.flushSync();
    expect(readAll()).not.toContain('lost');
    output.write(Buffer.from('later\n'));
    output.flushSync();
    expect(readAll()).toBe('');
  });
});
