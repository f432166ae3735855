import { LinearTimeCheck } from '../contract/linear-time.contract';
import { rewriteTemplate, textsOf } from '../template/rewrite-template';
import { openJsonTemplate, readJsonPlaces } from './json-template';

/** A template of about `size` characters, and the names of texts that are added to it. */
type Pumped = (size: number) => { source: string; added: string[] };

const SIZES = [500_000, 1_000_000];
/**
 * On a quiet machine, each rewriting of 1,000,000 characters takes less than 0.5 s. Quadratic ones took 5 s and more.
 */
const MAX_SECONDS = 3;
/** A new text of 10 characters has at most 400 characters of white space before it. */
const MAX_GROWTH = 40;

const times = <T>(count: number, itemOf: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => itemOf(i));
const wide = (size: number): string => ' '.repeat(size / 2);
const lists = (count: number): string => times(count, (i) => `"l${i}":{"x":"1"}`).join(',');
const inLists = (count: number): string[] => times(count, (i) => `l${i}.y`);

const CASES: [name: string, pumped: Pumped][] = [
  ['many lists in one line', (size) => ({ source: `{\n"a":"b",${lists(size / 20)}}`, added: inLists(size / 20) })],
  [
    'many lists in an indented line',
    (size) => ({ source: `{\n${wide(size)}${lists(size / 40)}}`, added: inLists(size / 40) }),
  ],
  [
    'lists on lines of their own in an indented object',
    (size) => ({
      source: `{\n${wide(size)}"a":"b",\n${lists(size / 40).replaceAll(',', ',\n')}}`,
      added: inLists(size / 40),
    }),
  ],
  [
    'many texts behind a wide gap',
    (size) => ({ source: `{"a":"b",${wide(size)}"c":"d"}`, added: times(size / 20, (i) => `y${i}`) }),
  ],
  [
    'many texts behind a wide colon',
    (size) => ({ source: `{"a":"b","c":${wide(size)}"d"}`, added: times(size / 20, (i) => `y${i}`) }),
  ],
  [
    'many texts behind a long name',
    (size) => ({ source: `{"${'a'.repeat(8_000)}":"b"}`, added: times(size / 10, (i) => `y${i}`) }),
  ],
  [
    'keys with many dots beside names of all lengths',
    (size) => ({
      source: `{${times(Math.sqrt(size), (i) => `"${'.'.repeat(i)}y":{"x":"1"}`).join(',')}}`,
      added: times(size / 8_000, (i) => `${'.'.repeat(7_900)}${i}`),
    }),
  ],
  [
    'keys with many brackets',
    (size) => ({ source: '{"a":{"b":"c"}}', added: times(size / 8_000, (i) => `a${'[0]'.repeat(2_600)}${i}`) }),
  ],
];

describe('pumped templates of json', () => {
  it.each(CASES)('adds texts in linear time and space: %s', (name, pumped) => {
    const check = new LinearTimeCheck(() => MAX_SECONDS);
    for (const size of SIZES) {
      const { source, added } = pumped(size);
      const template = openJsonTemplate(readJsonPlaces(source));
      const wanted = new Map(Array.from(textsOf(template.root), (text) => [text.name, text.value ?? undefined]));
      for (const key of added) wanted.set(key, 'new');
      let length = 0;
      check.check(name, size, () => {
        length = rewriteTemplate(openJsonTemplate(readJsonPlaces(source)), wanted).length;
      });
      expect(length / size).toBeLessThan(MAX_GROWTH);
    }
  });

  it('adds more texts to an object than a function has arguments', () => {
    // In order: the new names of a nested object are sorted.
    const names = times(300_000, (i) => `y${String(i).padStart(6, '0')}`);
    const rewritten = rewriteTemplate(
      openJsonTemplate(readJsonPlaces('{}')),
      new Map(names.map((name) => [name, 'new'])),
    );
    expect(Object.keys(JSON.parse(rewritten) as object)).toEqual(names);
  });
});
