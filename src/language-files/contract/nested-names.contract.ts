import fc from 'fast-check';
import { parse as parseYaml } from 'yaml';
import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite, FormatCodec, TemplateFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { writeFile } from '../template/write-file';
import { entriesOf, parsed, written } from './file-exchange.contract';
import { samples } from '../../../test/support/samples';

/** A text, an array or an object. */
type Tree = string | Tree[] | { members: [name: string, tree: Tree][] };

/** How a tree is written in a format, and read without its codec. */
interface TreeSyntax {
  write(tree: Tree): string;
  read(text: string): Tree;
}

const toJson = (tree: Tree): string => {
  if (typeof tree === 'string') return JSON.stringify(tree);
  if (Array.isArray(tree)) return `[${tree.map(toJson).join(',')}]`;
  return `{${tree.members.map(([name, child]) => `${JSON.stringify(name)}: ${toJson(child)}`).join(',')}}`;
};

/** Sorts the members of objects, whose order a canonical file does not keep. */
const sorted = (tree: Tree): Tree => {
  if (typeof tree === 'string') return tree;
  if (Array.isArray(tree)) return tree.map(sorted);
  const members = tree.members.map(([name, child]): [string, Tree] => [name, sorted(child)]);
  return { members: members.sort(([one], [other]) => (one < other ? -1 : 1)) };
};

const fromValue = (value: unknown): Tree => {
  if (Array.isArray(value)) return value.map(fromValue);
  if (value instanceof Map) return fromMembers([...value]);
  return typeof value === 'object' && value !== null ? fromMembers(Object.entries(value)) : `${value as string}`;
};
const fromMembers = (members: [unknown, unknown][]): Tree =>
  sorted({ members: members.map(([name, child]) => [String(name), fromValue(child)]) });

const json: TreeSyntax = { write: toJson, read: (text) => fromValue(JSON.parse(text)) };
/** JSON without tabs and without line breaks in it is YAML. */
const yaml: TreeSyntax = { write: toJson, read: (text) => fromValue(parseYaml(text, { mapAsMap: true })) };
const rails: TreeSyntax = {
  write: (tree) => `en: ${toJson(tree)}\n`,
  read: (text) => {
    const file = yaml.read(text);
    return typeof file === 'object' && 'members' in file ? (file.members[0]?.[1] ?? '') : '';
  },
};

const toPhp = (tree: Tree): string => {
  const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  if (typeof tree === 'string') return quote(tree);
  if (Array.isArray(tree)) return `[${tree.map(toPhp).join(', ')}]`;
  return `[${tree.members.map(([name, child]) => `${quote(name)} => ${toPhp(child)}`).join(', ')}]`;
};
const php: TreeSyntax = {
  write: (tree) => `<?php return ${toPhp(tree)};`,
  read: (text) => {
    const tokens = text.slice(text.indexOf('[')).matchAll(/'((?:[^\\']|\\[\\'])*)'|=>|[[\],]/gs);
    const next = (): RegExpExecArray => tokens.next().value ?? fail('the file ends early');
    const readNode = (token = next()): Tree => {
      if (token[1] !== undefined) return token[1].replace(/\\([\\'])/g, '$1');
      const items: Tree[] = [];
      const members: [string, Tree][] = [];
      for (let item = next(); item[0] !== ']';) {
        const node = readNode(item);
        let separator = next();
        if (separator[0] === '=>') {
          members.push([typeof node === 'string' ? node : fail('a name is no text'), readNode()]);
          separator = next();
        } else items.push(node);
        item = separator[0] === ',' ? next() : separator;
      }
      return items.length > 0 ? items : { members };
    };
    return sorted(readNode());
  },
};

function fail(detail: string): never {
  throw new Error(detail);
}

const SYNTAXES: ReadonlyMap<string, TreeSyntax> = new Map([
  ['json-nested', json],
  ['icu-json', json],
  ['i18next', json],
  ['yaml', yaml],
  ['yaml-rails', rails],
  ['php', php],
]);

const syntaxOf = ({ id }: FormatCodec): TreeSyntax => SYNTAXES.get(id) ?? fail(`${id} has no syntax of trees`);

const object = (members: Record<string, Tree>): Tree => ({ members: Object.entries(members) });

/** Names that a split at dots, or a search for items, would read otherwise. */
const CASES: Record<string, Tree> = {
  'with spaces': object({ 'Search Bar': object({ Clear: 'x', 'Clear all': 'y' }), 'Sign In': 'z' }),
  'of sentences': object({ errors: object({ 'Not found. Retry': 'x', 'Wait...': 'y' }), 'a. b': object({ c: 'z' }) }),
  'with dots': object({ 'a.b': object({ 'c.d': 'x' }), a: object({ c: 'y' }), 'x.y': 'z' }),
  empty: object({ a: object({ '': 'x' }), '': object({ b: 'y', '': object({ c: 'z' }) }) }),
  'of digits': object({ 0: object({ 1: 'x', '01': 'y' }), 10: 'z' }),
  'like items': object({ 'a[0]': 'x', a: object({ '[0]': 'y', 'b[1]': 'z' }) }),
  'of arrays': object({ 'Search Bar': object({ 'hints and tips': ['x', ['y', 'z'], object({ 'a.b': 'w' })] }) }),
  'of arrays without a name': object({ '': ['x', 'y'], a: object({ '': ['z'] }) }),
  'of prototypes': {
    members: [
      ['__proto__', { members: [['constructor and more', 'x']] }],
      ['has Own.Property', { members: [['__proto__', 'y']] }],
    ],
  },
  'beside a text of their start': object({
    'Search Bar': object({ Clear: 'x' }),
    'Search Bar.Clear': object({ all: 'y' }),
  }),
  'in other scripts': object({
    'поиск и ещё': object({ 'очистить.всё': 'x' }),
    '検索 バー': object({ '消去。': 'y' }),
  }),
};

const anyName = fc.oneof(
  fc.constantFrom('a', 'b', 'Search Bar', '', '.', 'a.b', 'x.', '.x', 'a. b', 'a .b', '0', '1', '10', ' ', 'Wait...'),
  fc.constantFrom('[0]', 'a[0]', 'a[1]', '[', ']', '__proto__', 'constructor', 'é 日.本', '\u00a0', '::', "it's", '\\'),
  fc.string({ unit: 'grapheme', maxLength: 4 }).filter((name) => !name.includes('\0')),
);

/** Any object with at least one object in it: a file without one tells nothing about the dots of its names. */
const anyTree: fc.Arbitrary<Tree> = fc.letrec<{ node: Tree; object: Tree }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('x', 'y'),
    tie('object'),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
  ),
  object: fc
    .uniqueArray(fc.tuple(anyName, tie('node')), { minLength: 1, maxLength: 4, selector: ([name]) => name })
    .map((members) => ({ members })),
})).object;

/** Yields the keys of a tree. */
function* keysOf(tree: Tree, key?: string): Generator<string> {
  if (typeof tree === 'string') yield key ?? '';
  else if (Array.isArray(tree)) for (const [index, item] of tree.entries()) yield* keysOf(item, `${key}[${index}]`);
  else for (const [name, child] of tree.members) yield* keysOf(child, key === undefined ? name : `${key}.${name}`);
}

/** Whether an object has a name that looks like the name of an item, as the items of an array without a name do. */
const hasItemNames = (tree: Tree): boolean =>
  typeof tree === 'object' &&
  (Array.isArray(tree)
    ? tree.some(hasItemNames)
    : tree.members.some(
        ([name, child]) => name.endsWith(']') || (name === '' && Array.isArray(child)) || hasItemNames(child),
      ));

/** Whether an import reads each text of a tree under a key of its own, and some objects are nested. */
function isImportable(tree: Tree): boolean {
  const keys = [...keysOf(tree)];
  const hasObject = (node: Tree): boolean =>
    typeof node === 'object' && (Array.isArray(node) ? node.some(hasObject) : true);
  const isNested = typeof tree === 'object' && 'members' in tree && tree.members.some(([, child]) => hasObject(child));
  return isNested && new Set(keys).size === keys.length && keys.every((key) => key.trim() !== '');
}

/**
 * Returns a tree without some of its texts, in which no item has another index. @param keeps is called for each text
 */
function without(tree: Tree, keeps: () => boolean): Tree | undefined {
  if (typeof tree === 'string') return keeps() ? tree : undefined;
  if (Array.isArray(tree)) {
    const items = tree.map((item) => without(item, keeps));
    const length = items.indexOf(undefined);
    const kept = (length < 0 ? items : items.slice(0, length)) as Tree[];
    return kept.length > 0 ? kept : undefined;
  }
  const members = tree.members.flatMap(([name, child]): [string, Tree][] => {
    const kept = without(child, keeps);
    return kept === undefined ? [] : [[name, kept]];
  });
  return members.length > 0 ? { members } : undefined;
}

/** Writes a file in the layout of another one. */
function filled(
  codec: FormatCodec,
  entries: readonly EntryToWrite[],
  template: TemplateFile,
  options: Pick<FileToWrite, 'omitsMissing'> = {},
) {
  const codes: string[] = [];
  const chunks = writeFile(codec, {
    ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: 'p', template, ...options },
    entries: [...entries].sort((one, other) => compareCodePoints(one.key, other.key)),
    warn: ({ code }) => codes.push(code),
  });
  return { text: Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))).toString(), codes };
}

/**
 * Describes that nested objects come back, whatever their names hold. @param others further formats with nested objects
 */
export function describeNestedNames(codec: FormatCodec, others: readonly FormatCodec[]): void {
  const convert = (text: string, from: FormatCodec, to: FormatCodec): { text: string; codes: string[] } => {
    const { entries } = parsed(from, text, { language: 'en' });
    const file = written(to, entriesOf({ entries }));
    return { text: file.text, codes: file.warnings.map(({ code }) => code) };
  };
  const file = syntaxOf(codec);

  it.each(Object.entries(CASES))('nests names %s as they were, without a warning', (_, tree) => {
    const { text, codes } = convert(file.write(tree), codec, codec);
    expect(file.read(text)).toEqual(sorted(tree));
    expect(codes).toEqual([]);
  });

  it.each(others.map((other) => [other.id, other] as const))('keeps names in files of %s', (_, other) => {
    for (const tree of Object.values(CASES)) {
      const { text, codes } = convert(file.write(tree), codec, other);
      expect(syntaxOf(other).read(text)).toEqual(sorted(tree));
      expect(codes).toEqual([]);
      expect(file.read(convert(text, other, codec).text)).toEqual(sorted(tree));
    }
  });

  it('keeps any names, also in files of other formats', () => {
    fc.assert(
      fc.property(anyTree.filter(isImportable), fc.constantFrom(codec, ...others), (tree, other) => {
        const { text, codes } = convert(file.write(tree), codec, other);
        expect(syntaxOf(other).read(text)).toEqual(sorted(tree));
        expect(codes).toEqual([]);
        expect(file.read(convert(text, other, codec).text)).toEqual(sorted(tree));
      }),
      { numRuns: samples(300) },
    );
  });

  const nested = object({ a: 'x', b: object({ c: 'y' }) });
  const flat = object({ a: 'x', 'b.c': 'y' });
  const isAlwaysNested = codec.id === 'yaml-rails';

  it.each([
    ['nested as in the file of the source language', nested, true],
    ['joined as in the file of the source language', flat, isAlwaysNested],
    ['nested if no file has nested or joined names', undefined, true],
    [
      'joined as most names of the file of the source language',
      object({ 'b.c': 'y', 'd.e': 'y', f: object({ g: 'y' }) }),
      isAlwaysNested,
    ],
    [
      'joined as in the file of the source language, whose arrays show nothing',
      object({ 'b.c': 'y', f: ['y'] }),
      isAlwaysNested,
    ],
    [
      'joined if the names of the file of the source language are sentences',
      object({ 'Sign in': 'y' }),
      isAlwaysNested,
    ],
  ])('adds names to a file that has neither: %s', (_, source, isNested) => {
    const [a, added] = [{ key: 'a', value: 'x' }, { key: 'o.p', value: 'z' }]; // prettier-ignore
    for (const own of [object({ a: 'x' }), object({})]) {
      const template = {
        bytes: Buffer.from(file.write(own)),
        isForeign: false,
        source: source === undefined ? undefined : Buffer.from(file.write(source)),
      };
      const { text, codes } = filled(codec, [a, added], template, { omitsMissing: true });
      expect(file.read(text)).toEqual(object(isNested ? { a: 'x', o: object({ p: 'z' }) } : { a: 'x', 'o.p': 'z' }));
      expect(codes).toEqual([]);
    }
  });

  it.each([
    ['behind', object({ o: object({ p: 'w' }), 'a[0]': 'z', a: [object({ b: 'x' }), ['v'], 'y'], 'a[1]': 'u' })],
    ['in front of', object({ o: object({ p: 'w' }), a: [object({ b: 'x' }), ['v'], 'y'], 'a[0]': 'z', 'a[1]': 'u' })],
  ])('keeps a text %s an array whose item of the same name loses its texts', (_, tree) => {
    const bytes = Buffer.from(file.write(tree));
    const texts = (source: string): [string, unknown][] =>
      entriesOf(parsed(codec, source, { language: 'en' }))
        .map(({ key, value }): [string, unknown] => [key, value])
        .sort(([one], [other]) => compareCodePoints(one, other));
    for (const keepsKeys of [true, false]) {
      const entries = entriesOf(parsed(codec, file.write(tree), { language: 'en' })).flatMap((entry) => {
        if (!['a[0].b', 'a[1][0]'].includes(entry.key)) return [entry];
        return keepsKeys ? [{ ...entry, value: undefined }] : [];
      });
      const { text, codes } = filled(codec, entries, { bytes, isForeign: false }, { omitsMissing: true });
      expect([texts(text), codes]).toEqual([
        [
          ['a[0]', 'z'],
          ['a[1]', 'u'],
          ['a[2]', 'y'],
          ['o.p', 'w'],
        ],
        [],
      ]);
    }
  });

  // A key without a path is added where its name may belong.
  it('writes no other text of a key in the place of an item that has none', () => {
    const items = [object({ b: 'x' }), object({ b: 'y' }), object({ b: 'z' })];
    const { entries } = parsed(codec, file.write(object({ a: items, 'a[1]': 'T' })), { language: 'en' });
    const wanted = entriesOf({ entries }).map((entry) =>
      entry.key === 'a[1].b' ? { ...entry, value: undefined } : entry,
    );
    const text = written(codec, wanted, { omitsMissing: true }).text;
    const found = parsed(codec, text, { language: 'en' }).entries.map(({ key, value }) => [key, value]);
    expect(found.sort()).toEqual([['a[0].b', 'x'], ['a[1]', 'T'], ['a[2].b', 'z']]); // prettier-ignore
  });

  it('adds texts under any names to a file that has some of them', () => {
    fc.assert(
      fc.property(
        anyTree.filter((tree) => isImportable(tree) && !hasItemNames(tree)),
        fc.infiniteStream(fc.boolean()),
        (tree, choices) => {
          const part = without(tree, () => choices.next().value === true);
          if (!part || !isImportable(part)) return;
          const bytes = Buffer.from(file.write(part));
          const { entries } = parsed(codec, file.write(tree), { language: 'en' });
          const { text } = filled(codec, entriesOf({ entries }), { bytes, isForeign: false });
          const paths = new Map(parsed(codec, text, { language: 'en' }).entries.map(({ key, path }) => [key, path]));
          expect(paths.size).toBe(entries.length);
          for (const { key, path } of entries)
            expect(path ? [key, paths.get(key)] : [key, undefined]).toEqual([key, path]);
        },
      ),
      { numRuns: samples(300) },
    );
  });
}
