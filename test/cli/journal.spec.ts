import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '../../cli/src/files/journal';
import { readIfFile } from '../../cli/src/files/read-file';

const LOCK = { project: 'p', revision: 1, files: {} };

describe('a journal', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'glossa-journal-')), 'repository');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  const wayOut = expect.stringContaining('delete the folder .glossa-journal') as string;
  const outside = ['../outside', 'locales/../../outside'];

  it.each(outside)('writes nothing to %s, which is outside of the repository', (path) => {
    const journal = Journal.open(folder);
    const writes = [
      { path: 'a.json', bytes: Buffer.from('{}') },
      { path, bytes: Buffer.from('x') },
    ];
    expect(() => journal.commit(writes, LOCK)).toThrow(`${path} is no path of a file in this folder`);
    expect([existsSync(join(folder, 'a.json')), existsSync(join(folder, path))]).toEqual([false, false]);
  });

  it.each(outside)('writes nothing to %s if somebody else made the repository', (path) => {
    mkdirSync(join(folder, '.glossa-journal'));
    writeFileSync(join(folder, '.glossa-journal/0'), 'x');
    writeFileSync(join(folder, '.glossa-journal/steps'), JSON.stringify([{ path, before: null, after: 'x' }]));
    expect(() => Journal.open(folder)).toThrow(`${path} is no path of a file in this folder`);
    expect(existsSync(join(folder, path))).toBe(false);
  });

  it.each([
    ['a folder', 'locales', 'locales/de.json'],
    ['a file', 'de.json', 'de.json'],
  ])('writes nothing through a link to %s outside of the repository', (_, link, path) => {
    const target = join(folder, '..', link);
    if (link === path) writeFileSync(target, 'mine');
    else mkdirSync(target);
    symlinkSync(target, join(folder, link));
    mkdirSync(join(folder, '.git'));
    const writes = [
      { path: 'a.json', bytes: Buffer.from('{}') },
      { path, bytes: Buffer.from('x'), before: readIfFile(join(folder, path)) },
    ];
    const journal = Journal.open(folder);
    expect(() => journal.commit(writes, LOCK)).toThrow(`${path} leads out of the repository by a symbolic link`);
    expect(existsSync(join(folder, 'a.json'))).toBe(false);
    expect(readIfFile(join(folder, path))?.toString()).toBe(link === path ? 'mine' : undefined);
  });

  it('that cannot put a file in place is finished by a later command, when it can', () => {
    writeFileSync(join(folder, 'locales'), 'no folder');
    const journal = Journal.open(folder);
    const paths = ['a.json', 'locales/de.json', 'z.json'];
    const commit = () =>
      journal.commit(
        paths.map((path) => ({ path, bytes: Buffer.from(path) })),
        LOCK,
      );
    const refusal = { message: expect.stringContaining('locales/de.json cannot be put in place'), hint: wayOut };
    expect(commit).toThrow(expect.objectContaining(refusal));
    journal.close();
    expect(() => Journal.open(folder)).toThrow(expect.objectContaining(refusal));
    expect(readdirSync(folder)).toEqual(['.glossa-journal', 'a.json', 'locales']);
    rmSync(join(folder, 'locales'));
    Journal.open(folder).close();
    expect(paths.map((path) => readFileSync(join(folder, path), 'utf8'))).toEqual(paths);
    expect(readdirSync(folder)).toEqual(['a.json', 'glossa.lock', 'locales', 'z.json']);
  });

  it('that cannot put a file in place is given up with its folder', () => {
    writeFileSync(join(folder, 'locales'), 'no folder');
    const journal = Journal.open(folder);
    expect(() => journal.commit([{ path: 'locales/de.json', bytes: Buffer.from('{}') }], LOCK)).toThrow();
    journal.close();
    rmSync(join(folder, '.glossa-journal'), { recursive: true });
    Journal.open(folder).close();
    expect(readdirSync(folder)).toEqual(['locales']);
  });

  it('of another configuration in the folder is another one', () => {
    const interrupted = Journal.open(folder);
    interrupted.send({ revision: 1, files: [{ path: 'a.json', sha256: 'x' }] });
    interrupted.close();
    const journal = Journal.open(folder, 'glossa.web');
    expect([journal.interrupted, readdirSync(folder)]).toEqual([undefined, ['.glossa-journal', '.glossa.web-journal']]);
    journal.commit([], LOCK);
    journal.close();
    expect(readdirSync(folder)).toEqual(['.glossa-journal', 'glossa.web.lock']);
    expect(Journal.open(folder).interrupted).toMatchObject({ revision: 1 });
  });

  it('puts files in place that are on another file system', () => {
    const other = join(folder, 'locales');
    mkdirSync(other);
    writeFileSync(join(other, 'de.json'), 'old', { mode: 0o640 });
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const rename = fs.renameSync;
    const isOther = (path: unknown): boolean => String(path).startsWith(other);
    const spy = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (isOther(from) !== isOther(to)) throw Object.assign(new Error('cross-device link'), { code: 'EXDEV' });
      rename(from, to);
    });
    const journal = Journal.open(folder);
    journal.commit([{ path: 'locales/de.json', bytes: Buffer.from('new'), before: Buffer.from('old') }], LOCK);
    journal.close();
    spy.mockRestore();
    expect(readFileSync(join(other, 'de.json'), 'utf8')).toBe('new');
    expect(statSync(join(other, 'de.json')).mode & 0o777).toBe(0o640);
    expect([readdirSync(folder), readdirSync(other)]).toEqual([['glossa.lock', 'locales'], ['de.json']]);
  });

  it('writes through a link to another folder of the git repository', () => {
    mkdirSync(join(folder, '.git'));
    for (const name of ['app', 'shared']) mkdirSync(join(folder, name));
    symlinkSync(join(folder, 'shared'), join(folder, 'app/locales'));
    const journal = Journal.open(join(folder, 'app'));
    journal.commit([{ path: 'locales/de.json', bytes: Buffer.from('{}') }], LOCK);
    journal.close();
    expect(readFileSync(join(folder, 'shared/de.json'), 'utf8')).toBe('{}');
  });
});
