import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseLock, renderLock } from '../../cli/src/lock/lock-file';
import { isFileName } from '../../cli/src/files/file-names';
import { mergeLines } from '../../cli/src/files/merge-lines';
import { findPatternIssue, PathPattern } from '../../cli/src/files/path-pattern';
import { digestOf, withLineEndsOf } from '../../cli/src/files/text-bytes';

const ENGLISH = { sourceLanguage: 'en', targetLanguages: [] };

describe('a path with placeholders', () => {
  it.each([
    ['locales/{language}/{namespace}.json', 'locales/pt-BR/admin/users.json', 'pt-BR', 'admin/users'],
    ['src/{namespace}_{underscore}.properties', 'src/my_app_pt_BR.properties', 'pt-BR', 'my_app'],
    ['{namespace}.{language}.yml', 'devise.views.de.yml', 'de', 'devise.views'],
    ['res/{android}/strings.xml', 'res/values/strings.xml', 'en', ''],
    ['res/{android}/strings.xml', 'res/values-b+sr+Latn/strings.xml', 'sr-Latn', ''],
    ['{apple}/{namespace}.strings', 'zh-Hans.lproj/InfoPlist.strings', 'zh-Hans', 'InfoPlist'],
  ])('%s is the pattern of %s', (pattern, path, language, namespace) => {
    expect(new PathPattern(pattern).parse(path, ENGLISH)).toEqual({ language, namespace });
    expect(new PathPattern(pattern).pathOf({ language, namespace }, 'en')).toBe(path);
  });

  it.each([
    ['locales/{language}.json', 'locales/index.json'],
    ['locales/{language}.json', 'locales/lib.json'],
    ['locales/{language}.json', 'locales/de_DE.json'],
    ['locales/{language}.json', 'locales/de/de.json'],
    ['res/{android}/strings.xml', 'res/values-night/strings.xml'],
    ['res/{android}/strings.xml', 'res/values-en/strings.xml'],
  ])('%s is not the pattern of %s', (pattern, path) => {
    expect(new PathPattern(pattern).parse(path, ENGLISH)).toBeUndefined();
  });

  it('takes the names that languages have in it', () => {
    const pattern = new PathPattern('{apple}/a.strings', { languages: { en: 'Base.lproj' } });
    expect(pattern.parse('Base.lproj/a.strings', ENGLISH)).toEqual({ language: 'en', namespace: '' });
    expect(pattern.parse('en.lproj/a.strings', ENGLISH)).toBeUndefined();
  });

  it.each([
    ['locales/{language}.json', 'locales/hyw.json', 'hyw'],
    ['{underscore}.arb', 'qps_Ploc.arb', 'qps-Ploc'],
    ['res/{android}/strings.xml', 'res/values-b+en+x+test/strings.xml', 'en-x-test'],
    ['{apple}/a.strings', 'ber.lproj/a.strings', 'ber'],
  ])('%s is the pattern of %s in a project with the language, which has no name in English', (text, path, language) => {
    const pattern = new PathPattern(text);
    const identity = { language, namespace: '' };
    expect(pattern.parse(path, ENGLISH)).toBeUndefined();
    expect(pattern.parse(path, { ...ENGLISH, targetLanguages: [language] })).toEqual(identity);
    expect(pattern.parse(path, { ...ENGLISH, targetLanguages: 'any' })).toEqual(identity);
  });

  it('gives back what it was filled with', () => {
    const patterns = [
      'a/{language}/{namespace}.json',
      '{namespace}_{underscore}.arb',
      'x-{namespace}/{apple}/s.strings',
      '{android}/{namespace}.xml',
    ];
    const languages = fc.constantFrom('en', 'de', 'pt-BR', 'sr-Latn', 'zh-Hant-TW', 'fil', 'es-419');
    const namespaces = fc.stringMatching(/^[A-Za-z]{4,8}(?:[._/-][A-Za-z]{4,8}){0,2}$/);
    fc.assert(
      fc.property(fc.constantFrom(...patterns), languages, namespaces, (text, language, namespace) => {
        const pattern = new PathPattern(text);
        const path = pattern.pathOf({ language, namespace }, 'en') ?? '';
        expect(pattern.parse(path, ENGLISH)).toEqual({ language, namespace });
      }),
    );
  });

  it.each([
    ['/a'],
    ['../a'],
    ['a//b'],
    ['a\\b'],
    ['C:/a'],
    ['{lang}.json'],
    ['{namespace}{language}'],
    ['a/**/*.json'],
    [''],
  ])('is not %j', (text) => {
    expect(findPatternIssue(text)).toBeDefined();
  });
});

it.each([
  ['..', false, false],
  ['.GIT', false, false],
  ['a:b', false, false],
  ['ä'.repeat(127), true, true],
  ['ä'.repeat(128), false, false],
  ['what?', true, false],
  ['end.', true, false],
  ['con.json', true, false],
  ['LPT1', true, false],
  ['console', true, true],
])('%s can be the name of a file on Linux: %s, on Windows: %s', (name, onLinux, onWindows) => {
  expect([isFileName(name, 'linux'), isFileName(name, 'win32')]).toEqual([onLinux, onWindows]);
});

describe('a merge by lines', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((list) => list.join('\n'));

  it('takes the side that has changed, and what both have changed in the same way', () => {
    fc.assert(
      fc.property(lines, lines, (base, side) => {
        expect(mergeLines(base, side, base)).toBe(side);
        expect(mergeLines(base, base, side)).toBe(side);
        expect(mergeLines(base, side, side)).toBe(side);
      }),
    );
  });

  it('takes changes of different lines of both sides', () => {
    const base = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const change = fc.uniqueArray(fc.nat(11), { maxLength: 12 });
    fc.assert(
      fc.property(change, change, (ours, theirs) => {
        const edit = (side: readonly number[], name: string, other: readonly number[] = []) =>
          base
            .map((line, index) => (side.includes(index) && !other.includes(index) ? `${name} ${index}` : line))
            .join('\n');
        const expected = base.map((line, index) =>
          ours.includes(index) ? `ours ${index}` : theirs.includes(index) ? `theirs ${index}` : line,
        );
        expect(mergeLines(base.join('\n'), edit(ours, 'ours'), edit(theirs, 'theirs', ours))).toBe(expected.join('\n'));
      }),
    );
  });

  it.each([
    ['a\nb\n', 'a1\nb\n', 'a2\nb\n'],
    ['a\n', 'a\nx\n', 'a\ny\n'],
    ['a\nb\n', 'b\n', 'a1\nb\n'],
  ])('finds the conflict of %j, %j and %j', (base, ours, theirs) => {
    expect(mergeLines(base, ours, theirs)).toBeUndefined();
  });
});

describe('glossa.lock', () => {
  const sha256 = 'a'.repeat(64);
  const other = 'b'.repeat(64);
  const lock = {
    project: 'p',
    revision: 9,
    files: { 'a "b".json': { revision: 7, sha256 }, 'c.json': { revision: 9, sha256 } },
  };

  it('comes back from its text', () => {
    expect(parseLock(renderLock(lock))).toEqual(lock);
    expect(parseLock(renderLock({ ...lock, files: {} }))).toEqual({ ...lock, files: {} });
    expect(JSON.parse(renderLock(lock))).toEqual(lock);
    expect(parseLock(renderLock({ ...lock, rules: other }))).toEqual({ ...lock, rules: other });
    expect(JSON.parse(renderLock({ ...lock, rules: other }))).toEqual({ ...lock, rules: other });
  });

  it('has the rules only where both sides of a conflict have the same', () => {
    const sides = (rules: string) =>
      renderLock({ ...lock, rules: sha256 }).replace(
        /^ {2}"rules": .*\n/m,
        (line) => `<<<<<<< HEAD\n${line}=======\n${line.replace(sha256, rules)}>>>>>>> side\n`,
      );
    expect(parseLock(sides(sha256))).toEqual({ ...lock, rules: sha256 });
    expect(parseLock(sides(other))).toEqual(lock);
  });

  it('has the older base of each file where git has left a conflict', () => {
    const line = (path: string, revision: number, hash: string) =>
      `    "${path}": { "revision": ${revision}, "sha256": "${hash}" }`;
    const text = `{\n  "project": "p",\n<<<<<<< HEAD\n  "revision": 12,\n||||||| base\n  "revision": 5,\n=======\n  "revision": 9,\n>>>>>>> side\n  "files": {\n<<<<<<< HEAD\n${line('a', 12, sha256)},\n${line('b', 3, sha256)}\n=======\n${line('a', 9, other)},\n${line('b', 9, other)},\n${line('c', 9, other)}\n>>>>>>> side\n  }\n}\n`;
    expect(parseLock(text)).toEqual({
      project: 'p',
      revision: 9,
      files: { a: { revision: 9, sha256: other }, b: { revision: 3, sha256 }, c: { revision: 9, sha256: other } },
    });
  });

  it.each(['', '{}', 'x', '{\n  "project": "p",\n  "revision": 1,\n  "files": {\n    "a": { "sha256": 1 }\n  }\n}\n'])(
    'is damaged: %j',
    (text) => {
      expect(() => parseLock(text)).toThrow('glossa.lock is damaged');
    },
  );
});

it('a new file has the line ends of the replaced file, and line ends do not count for the hash', () => {
  const [lf, crlf, mixed] = ['a\nb\n', 'a\r\nb\r\n', 'a\r\nb\n'].map((text) => Buffer.from(text));
  expect(Buffer.from(withLineEndsOf(lf!, crlf)).toString()).toBe('a\r\nb\r\n');
  expect(Buffer.from(withLineEndsOf(crlf!, lf)).toString()).toBe('a\nb\n');
  expect(withLineEndsOf(lf!, mixed)).toBe(lf);
  expect(withLineEndsOf(mixed!, lf)).toBe(mixed);
  expect(withLineEndsOf(lf!, undefined)).toBe(lf);
  expect(digestOf(crlf!)).toBe(digestOf(lf!));
  const binary = Buffer.from('\0\r\n');
  expect(digestOf(binary)).not.toBe(digestOf(Buffer.from('\0\n')));
});

it('the schema of glossa.json has the members that the command line knows', () => {
  const read = (path: string): string => readFileSync(join(__dirname, '../../cli', path), 'utf8');
  const { definitions, properties } = JSON.parse(read('glossa.schema.json')) as {
    definitions: Record<'rule' | 'options', { properties: object }>;
    properties: object;
  };
  const source = read('src/config/config.ts');
  const quoted = (pattern: RegExp): string[] =>
    [...(pattern.exec(source)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  expect(Object.keys(properties).sort()).toEqual(quoted(/check\.object\(value, '', \[([^\]]*)\]/).sort());
  expect(Object.keys(definitions.rule.properties).sort()).toEqual(quoted(/const members = \[([^\]]*)\]/).sort());
  const options = /const OPTIONS[^]*?= \{([^]*?)\n\};/.exec(source)?.[1] ?? '';
  const names = [...options.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
  expect(Object.keys(definitions.options.properties).sort()).toEqual(names.sort());
});
