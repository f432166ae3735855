import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpException } from '@nestjs/common';
import { canonicalLanguage } from '../src/common/language-tag';

const JEST = join(__dirname, '../node_modules/jest/bin/jest.js');

it('keeps the traces of a test file from the next file of the same process', () => {
  const { stderr } = spawnSync(process.execPath, [JEST, '--runInBand', '--testRegex', 'isolation-fixture\\.ts$'], {
    cwd: join(__dirname, '..'),
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^Tests: +2 passed, 2 total$/m);
});

it('gives installed packages the classes that test files have', () => {
  expect(new HttpException('', 400)).toBeInstanceOf(Error);
});

it('prints stacks with the lines of the sources, of modules that were loaded for another file too', () => {
  const source = readFileSync(join(__dirname, '../src/common/language-tag.ts'), 'utf8');
  const line = source.slice(0, source.indexOf('tag.replaceAll(')).split('\n').length;
  let stack = '';
  try {
    canonicalLanguage(undefined as never);
  } catch (error) {
    stack = (error as Error).stack ?? '';
  }
  expect(stack).toContain(`language-tag.ts:${line}:`);
});
