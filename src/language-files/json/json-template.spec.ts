import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { FormatError } from '../model/format-errors';
import { TemplateMisfitError, type WantedTexts } from '../template/file-template';
import { rewriteTemplate, textsOf } from '../template/rewrite-template';
import { written } from '../contract/file-exchange.contract';
import { editedFile } from '../contract/template-edits.contract';
import { decodeText } from '../text/text-encoding';
import { jsonNestedCodec } from './json-codec';
import { readJsonEntries } from './json-entries';
import { openJsonTemplate, readJsonPlaces } from './json-template';
import { samples } from '../../../test/support/samples';

const rewrite = (source: string, wanted: WantedTexts, order: readonly string[] = []): string =>
  rewriteTemplate(openJsonTemplate(readJsonPlaces(source)), wanted, { order: () => order.map((name) => ({ name })) });

/** The texts of a file as they are. */
const textsIn = (source: string): Map<string, string | undefined> =>
  new Map(Array.from(textsOf(readJsonPlaces(source).root), ({ name, value }) => [name, value ?? undefined]));

const edited = (source: string, edit: (texts: Map<string, string | undefined>) => void, order?: readonly string[]) => {
  const texts = textsIn(source);
  edit(texts);
  return rewrite(source, texts, order);
};

const NESTED = `{
    "title" :  "A \\u00e9 title",

    "menu": {"open": "Open", "close": "Close"},
    "list": [
        null,
        "second"
    ],
    "count": 3, "empty": {}, "none": null
}`;

describe('readJsonPlaces', () => {
  it('finds the texts under the keys that an import reads', () => {
    const entries = readJsonEntries(NESTED, { warn: () => undefined });
    expect([...textsOf(openJsonTemplate(readJsonPlaces(NESTED)).root)].map(({ name, value }) => [name, value])).toEqual(
      entries.map(({ key, value }) => [key, value]),
    );
  });

  const folder = join(__dirname, 'fixtures');
  it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('gives back %s unchanged', (name) => {
    try {
      const source = decodeText(readFileSync(join(folder, name)));
      expect(rewrite(source, textsIn(source))).toBe(source);
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
    }
  });
});

describe('rewriteTemplate of JSON', () => {
  it('replaces a text and nothing else', () => {
    expect(edited(NESTED, (texts) => texts.set('menu.close', 'Quit'))).toBe(NESTED.replace('"Close"', '"Quit"'));
    expect(edited(NESTED, (texts) => texts.set('count', '4'))).toBe(NESTED.replace(': 3', ': "4"'));
    expect(edited(NESTED, (texts) => texts.set('list[0]', 'first'))).toBe(NESTED.replace('null', '"first"'));
  });

  it('writes escapes as the file has them', () => {
    expect(edited('{"a":"\\u00E9\\/"}', (texts) => texts.set('a', 'ü/'))).toBe('{"a":"\\u00FC\\/"}');
    expect(edited('{"a":"é"}', (texts) => texts.set('a', 'ü/'))).toBe('{"a":"ü/"}');
  });

  it('removes a member with its separator, an object with its last member, an array with its last text, and an item at the end', () => {
    expect(edited(NESTED, (texts) => texts.delete('title'))).toBe(NESTED.replace(/"title".*\n\n {4}/, ''));
    expect(edited(NESTED, (texts) => texts.delete('menu.open'))).toBe(NESTED.replace('"open": "Open", ', ''));
    expect(edited(NESTED, (texts) => texts.delete('none'))).toBe(NESTED.replace(', "none": null', ''));
    expect(edited(NESTED, (texts) => texts.delete('list[1]'))).toBe(NESTED.replace(/"list"[^\]]*\],\n {4}/, ''));
    expect(edited('{"x": ["a", "b", "c"]}', (texts) => texts.delete('x[1]'))).toBe('{"x": ["a", null, "c"]}');
    expect(edited('{"x": ["a", ["b"], "c"]}', (texts) => (texts.delete('x[1][0]'), texts.delete('x[2]')))).toBe(
      '{"x": ["a"]}',
    );
    expect(edited('{"x": ["a", "b"], "y": "z"}', (texts) => (texts.delete('x[0]'), texts.delete('x[1]')))).toBe(
      '{"y": "z"}',
    );
    const withoutMenu = edited(NESTED, (texts) => {
      texts.delete('menu.open');
      texts.delete('menu.close');
    });
    expect(withoutMenu).toBe(NESTED.replace(/"menu".*\n {4}/, ''));
  });

  it('removes an array with its last text, also if items without a text are left', () => {
    const without = (file: string, ...names: string[]): string =>
      edited(file, (texts) => names.forEach((name) => texts.set(name, undefined)));
    expect(without('{"x": [null, "Jan", "Feb"], "y": "z"}', 'x[1]', 'x[2]')).toBe('{"y": "z"}');
    expect(without('{"x": ["a", ["b"]], "y": "z"}', 'x[0]', 'x[1][0]')).toBe('{"y": "z"}');
    expect(without('{"x": [null, "Jan", "Feb"], "y": "z"}', 'x[1]')).toBe('{"x": [null, null, "Feb"], "y": "z"}');
    expect(without('{"x": [null, "Jan", 12], "y": "z"}', 'x[1]')).toBe('{"x": [null, null, 12], "y": "z"}');
    expect(without('{"x": [null], "y": "z"}', 'y')).toBe('{"x": [null]}');
  });

  it('keeps the place of an object at the end of an array while the project has one of its keys', () => {
    const file = '{"steps": [{"text": "Go"}, {"text": "Stop"}]}';
    expect(edited(file, (texts) => texts.set('steps[1].text', undefined))).toBe('{"steps": [{"text": "Go"}, null]}');
    expect(edited(file, (texts) => texts.delete('steps[1].text'))).toBe('{"steps": [{"text": "Go"}]}');
  });

  it('writes an empty object or array for an item without texts whose key is that of another text', () => {
    const file = '{"a": [{"x": "1"}, ["2"], "3"], "a[0]": "4", "a[1]": "5"}';
    expect(edited(file, (texts) => (texts.delete('a[0].x'), texts.delete('a[1][0]')))).toBe(
      '{"a": [{}, [], "3"], "a[0]": "4", "a[1]": "5"}',
    );
  });

  it('adds a text to its object, at the end or behind the text that precedes it in another file', () => {
    const file = '{\r\n\t"a": {\r\n\t\t"x": "1",\r\n\t\t"z": "3"\r\n\t}\r\n}\r\n';
    const add = (texts: Map<string, string | undefined>) => texts.set('a.y', '2');
    expect(edited(file, add)).toBe(file.replace('"3"', '"3",\r\n\t\t"y": "2"'));
    expect(edited(file, add, ['a.x', 'a.y', 'a.z'])).toBe(file.replace('"1"', '"1",\r\n\t\t"y": "2"'));
  });

  it('adds a nested text to a nested file, and a dotted name to a flat one', () => {
    const add = (texts: Map<string, string | undefined>) => texts.set('b.c.d', 'new').set('b.c.e', 'too');
    expect(edited('{\n  "a": {\n    "x": "1"\n  }\n}', add)).toBe(
      '{\n  "a": {\n    "x": "1"\n  },\n  "b": {\n    "c": {\n      "d": "new",\n      "e": "too"\n    }\n  }\n}',
    );
    expect(edited('{"a": {"x": "1"}}', add)).toBe('{"a": {"x": "1"},"b": {"c": {"d": "new","e": "too"}}}');
    expect(edited('{"a.x":"1"}', add)).toBe('{"a.x":"1","b.c.d":"new","b.c.e":"too"}');
    expect(edited('{}', (texts) => texts.set('a', 'x'))).toBe('{\n  "a": "x"\n}');
  });

  it('splits a new name where most names of its object are', () => {
    const mixed = '{"menu": {"a.b": "1", "c.d": "2", "sub": {}}, "Save. Really": "3", "x.y": "4", "other": {}}';
    const add = (name: string, source = mixed): unknown =>
      JSON.parse(edited(source, (texts) => texts.set(name, 'new')));
    expect(add('menu.e.f')).toMatchObject({ menu: { 'e.f': 'new' } });
    expect(add('menu.sub.e')).toMatchObject({ menu: { sub: { e: 'new' } } });
    expect(add('other.e.f')).toMatchObject({ other: { e: { f: 'new' } } });
    expect(add('top.e')).toMatchObject({ top: { e: 'new' } });
    expect(add('Quit. Really')).toMatchObject({ 'Quit. Really': 'new' });
    expect(add('top.e', '{"a": {}, "b.c": "1", "d.e": "2"}')).toMatchObject({ 'top.e': 'new' });
  });

  it('appends items to an array, and keeps the names of those that do not follow', () => {
    const file = '{"a": ["x"], "b": {"c": "d"}}';
    const add = (...names: string[]): string =>
      edited(file, (texts) => names.forEach((name) => texts.set(name, name.slice(-2, -1))));
    expect(add('a[1]')).toBe('{"a": ["x", "1"], "b": {"c": "d"}}');
    expect(add('a[5]')).toBe('{"a": ["x"], "b": {"c": "d"}, "a[5]": "5"}');
    const names = Array.from({ length: 11 }, (_, index) => `a[${index}]`).slice(1);
    const sorted = add(...names.sort());
    expect(JSON.parse(sorted)).toEqual({ a: ['x', ...'1234567890'], b: { c: 'd' } });
    expect(edited(file, (texts) => texts.set('a[1].t', 'y').set('a[2][0]', 'z'))).toBe(
      '{"a": ["x", {"t": "y"}, ["z"]], "b": {"c": "d"}}',
    );
  });

  it('writes null for an item without a text in a new array, and in front of a new item', () => {
    const file = '{"a": ["x"], "b": {"c": "d"}}';
    const add = (texts: Record<string, string | undefined>): string =>
      edited(file, (all) => {
        for (const [name, text] of Object.entries(texts)) all.set(name, text);
      });
    expect(add({ 'b.m[1]': 'Jan', 'b.m[0]': undefined, 'b.m[2]': undefined })).toBe(
      '{"a": ["x"], "b": {"c": "d", "m": [null, "Jan", null]}}',
    );
    expect(add({ 'a[2]': 'z', 'a[1]': undefined })).toBe('{"a": ["x", null, "z"], "b": {"c": "d"}}');
    expect(add({ 's[1].t': 'Go', 's[0].t': undefined, 's[1].u': undefined })).toBe(
      '{"a": ["x"], "b": {"c": "d"}, "s": [null, {"t": "Go"}]}',
    );
    expect(add({ 'a[1]': undefined, 'm[0]': undefined })).toBe(file);
  });

  it('writes null for an item without a text, and an empty text for a member, if empty texts are asked for', () => {
    const edits = {
      'a[0]': { value: undefined },
      'm[0]': { value: undefined },
      'm[1]': 'new',
      t: { value: undefined },
    };
    const { text } = editedFile(jsonNestedCodec, '{"a": ["x", "y"], "b": {"c": "d"}}', edits, { omitsMissing: false });
    expect(text).toBe('{"a": [null, "y"], "b": {"c": "d"}, "t": "", "m": [null, "new"]}');
  });

  it('nests new names as the canonical layout does', () => {
    const name = fc.stringMatching(/^([op]\.|l\[[0-2]\]\.){0,3}([tu]|l\[[0-2]\])$/);
    const isText = (key: string, others: readonly [string, boolean][]): boolean =>
      !others.some(([other]) => other !== key && other.startsWith(key));
    const names = fc
      .uniqueArray(fc.tuple(name, fc.boolean()), { maxLength: 8, selector: ([key]) => key })
      .map((all) => all.filter(([key]) => isText(key, all)));
    fc.assert(
      fc.property(names, (all) => {
        const texts = new Map(all.map(([key, hasText]) => [key, hasText ? 'text' : undefined]));
        const entries = [...texts]
          .map(([key, value]) => ({ key, value }))
          .sort((one, other) => (one.key < other.key ? -1 : 1));
        const canonical = written(jsonNestedCodec, entries, { omitsMissing: true }).text;
        const isOmitted = !/"text"/.test(canonical);
        expect(JSON.parse(rewrite('{"z": {"y": "x"}}', texts.set('z.y', 'x')))).toEqual({
          ...(isOmitted ? {} : (JSON.parse(canonical) as object)),
          z: { y: 'x' },
        });
      }),
      { numRuns: samples(1_000) },
    );
  });

  it('nests a new text under the name of a text that is removed, and joins the names where that text stays', () => {
    const file = '{"title": "x", "b": {"c": "d"}}';
    const { text } = editedFile(jsonNestedCodec, file, { title: null, 'title.main': 'x' });
    expect(JSON.parse(text)).toEqual({ title: { main: 'x' }, b: { c: 'd' } });
    const { text: beside } = editedFile(jsonNestedCodec, file, { 'title.main': 'x' });
    expect(JSON.parse(beside)).toEqual({ title: 'x', 'title.main': 'x', b: { c: 'd' } });
  });

  it.each(['null', '""'])('nests a new text in the place of no text: %s', (token) => {
    const file = `{"title": ${token}, "b": {"c": "d", "e": ${token}}, "f": ${token}}`;
    const nested = edited(file, (texts) =>
      texts
        .set('title', undefined)
        .set('b.e', undefined)
        .set('f', undefined)
        .set('title.main', 'x')
        .set('b.e[0]', 'y')
        .set('f[1]', 'z'),
    );
    expect(JSON.parse(nested)).toEqual({
      ...{ title: { main: 'x' }, b: { c: 'd', e: ['y'] } },
      ...{ f: token === 'null' ? null : '', 'f[1]': 'z' },
    });
  });

  it('keeps the place of an empty text of the project, and a place beside a dotted name', () => {
    const nested = '{"title": "", "b": {"c": "d"}}';
    expect(JSON.parse(edited(nested, (texts) => texts.set('title.main', 'x')))).toMatchObject({ title: '' });
    const flat = '{"title": null, "b.c": "d"}';
    expect(JSON.parse(edited(flat, (texts) => texts.set('title.main', 'x')))).toMatchObject({ title: null });
  });

  it('keeps names without a text, and refuses a text where the file has another value', () => {
    expect(edited('{"a": null, "b": ""}', (texts) => texts.set('b', undefined))).toBe('{"a": null, "b": ""}');
    expect(() => edited('{"a": {"b": {"c": "d"}}}', (texts) => texts.set('a', 'text'))).toThrow(TemplateMisfitError);
  });

  type Tree = { [name: string]: Tree | string | null } | (Tree | string | null)[];
  const name = fc.constantFrom('a', 'b', 'c', 'a.b', 'x y', '', '.', 'a[0]');
  const { tree } = fc.letrec<{ tree: Tree; value: Tree | string | null }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.string(), fc.constant(null), tie('tree')),
    tree: fc.oneof(fc.dictionary(name, tie('value'), { maxKeys: 5 }), fc.array(tie('value'), { maxLength: 3 })),
  }));
  const file = fc
    .tuple(fc.dictionary(name, tree, { maxKeys: 4 }), fc.constantFrom('', '  ', '\t'), fc.constantFrom('\n', '\r\n'))
    .map(([content, indent, newline]) => JSON.stringify(content, null, indent).replaceAll('\n', newline));
  const edits = fc.array(fc.tuple(fc.nat(), fc.option(fc.string(), { nil: undefined }), fc.boolean()), {
    maxLength: 4,
  });
  const newNames = fc.uniqueArray(fc.stringMatching(/^[abc](\.[abc]|\[[0-3]\]){0,3}$/), { maxLength: 3 });

  /** Positions among the names of the other file, which has all names. */
  const order = fc.option(fc.array(fc.nat(), { maxLength: 10 }), { nil: undefined });

  it('has the wanted texts after any edits, in any order of the other file, or refuses', () => {
    fc.assert(
      fc.property(file, edits, newNames, order, (source, changes, added, positions) => {
        const texts = textsIn(source);
        const names = [...texts.keys()];
        for (const [index, text, isRemoved] of changes) {
          const changed = names[index % names.length];
          if (changed === undefined) continue;
          if (isRemoved) texts.delete(changed);
          else texts.set(changed, text);
        }
        for (const addition of added) texts.set(addition, 'added');
        const all = [...names, ...added];
        const otherNames = positions?.flatMap((position) => all[position % all.length] ?? []);
        let rewritten: string;
        try {
          rewritten = rewrite(source, texts, otherNames);
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateMisfitError);
          return;
        }
        JSON.parse(rewritten);
        const found = textsIn(rewritten);
        const present = (all: ReadonlyMap<string, string | undefined>) =>
          [...all].filter(([, text]) => text !== undefined && text !== '').sort();
        expect(present(found)).toEqual(present(texts));
      }),
      { numRuns: samples(3_000) },
    );
  });
});
