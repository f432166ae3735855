import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { HttpException } from '@nestjs/common';

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
