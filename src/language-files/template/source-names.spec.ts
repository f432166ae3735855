import fc from 'fast-check';
import type { EntryToWrite } from '../model/entry';
import type { FileToWrite, FormatCodec } from '../model/codec';
import { codecById } from '../model/registry';
import { writeFile } from './write-file';

interface Tree {
  [name: string]: Tree | string;
}

/** Returns the file of a language with a new text. */
function withNew(tree: Tree, name: string, source?: Tree): unknown {
  const codec = codecById('json-nested') as FormatCodec;
  const texts = new Map(entriesOf(tree));
  const entries = [...texts, [name, 'new']].map(([key = '', value = '']): EntryToWrite => ({ key, value }));
  const file: FileToWrite = {
    language: 'de',
    languages: ['de'],
    sourceLanguage: 'en',
    projectName: 'Shop',
    warn: () => undefined,
    template: {
      bytes: Buffer.from(JSON.stringify(tree, null, 2)),
      ...(source && { source: Buffer.from(JSON.stringify(source, null, 2)) }),
      isForeign: false,
    },
    entries,
  };
  return JSON.parse(Buffer.concat(Array.from(writeFile(codec, file), (part) => Buffer.from(part))).toString());
}

function entriesOf(tree: Tree, before = ''): [key: string, value: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[before + name, value]] : entriesOf(value, `${before}${name}.`),
  );
}

/** Returns the names that lead to the new text. */
function pathOfNew(tree: unknown): string[] | undefined {
  if (tree === 'new') return [];
  if (typeof tree !== 'object' || tree === null) return undefined;
  for (const [name, value] of Object.entries(tree)) {
    const path = pathOfNew(value);
    if (path) return [name, ...path];
  }
  return undefined;
}

describe('new names of files in several languages', () => {
  it.each<[string, source: Tree, translated: Tree, name: string, path: string[]]>([
    ['most names are nested', { a: { b: 'B' }, c: { d: 'D' }, 'e.f': 'F' }, { 'e.f': 'F' }, 'g.h', ['g', 'h']],
    ['most names are flat', { a: { b: 'B' }, 'c.d': 'D', 'e.f': 'F' }, { a: { b: 'B' } }, 'g.h', ['g.h']],
    [
      'most names of the object are flat',
      { a: { 'b.c': 'C', d: 'D' }, e: { f: 'F' } },
      { a: { d: 'D' } },
      'a.g.h',
      ['a', 'g.h'],
    ],
    [
      'most names of an object that it lacks are flat',
      { a: { 'b.c': 'C' }, e: { f: 'F' } },
      { e: { f: 'F' } },
      'a.g.h',
      ['a', 'g.h'],
    ],
    [
      'the only nested object is one that it lacks',
      { a: { b: 'B' }, 'c.d': 'D', 'e.f': 'F' },
      { 'c.d': 'D' },
      'a.g',
      ['a', 'g'],
    ],
    ['the name begins with a text', { a: 'A', b: { c: 'C' } }, { b: { c: 'C' } }, 'a.g', ['a.g']],
  ])('are as in the file of the source language, in which %s', (_, source, translated, name, path) => {
    expect(pathOfNew(withNew(source, name))).toEqual(path);
    expect(pathOfNew(withNew(translated, name, source))).toEqual(path);
  });

  it.each<[string, source: Tree, translated: Tree, name: string, path: string[]]>([
    ['is flat', { a: { b: 'B' }, c: { d: 'D' } }, { 'a.b': 'B' }, 'c.g', ['c.g']],
    ['is nested', { 'a.b': 'B', 'c.d': 'D' }, { a: { b: 'B' } }, 'c.g', ['c', 'g']],
    ['has a nested object', { a: { 'b.c': 'C' } }, { a: { b: { c: 'C' } } }, 'a.b.g', ['a', 'b', 'g']],
  ])(
    'are as in the file itself, which has the same names in another way: it %s',
    (_, source, translated, name, path) => {
      expect(pathOfNew(withNew(translated, name, source))).toEqual(path);
    },
  );

  it('are the same in all files that have texts of the source file', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'a.b', 'c.d', 'b.c.d');
    const { tree } = fc.letrec<{ tree: Tree; value: Tree | string }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constant('text'), tie('tree')),
      tree: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4 }),
    }));
    const without = (whole: Tree, removed: ReadonlySet<string>, before = ''): Tree =>
      Object.fromEntries(
        Object.entries(whole).flatMap(([step, value]): [string, Tree | string][] => {
          if (typeof value === 'string') return removed.has(before + step) ? [] : [[step, value]];
          const inner = without(value, removed, `${before}${step}.`);
          return Object.keys(inner).length === 0 ? [] : [[step, inner]];
        }),
      );
    const files = tree
      .filter((whole) => {
        const keys = entriesOf(whole).map(([key]) => key);
        return keys.length > 0 && new Set(keys).size === keys.length;
      })
      .chain((whole) =>
        fc.record({
          whole: fc.constant(whole),
          removed: fc.subarray(entriesOf(whole).map(([key]) => key)),
          added: fc.constantFrom('x.y', 'a.x.y', 'a.b.x.y', 'b.c.x', 'c.x.y', 'd.x.y'),
        }),
      );
    fc.assert(
      fc.property(files, ({ whole, removed, added }) => {
        const translated = without(whole, new Set(removed));
        expect(pathOfNew(withNew(translated, added, whole))).toEqual(pathOfNew(withNew(whole, added)));
      }),
      { numRuns: 500 },
    );
  });
});
