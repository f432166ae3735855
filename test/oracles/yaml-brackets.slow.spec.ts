import fc from 'fast-check';
import { yamlCodec } from '../../src/language-files/yaml/yaml-codec';
import { describeWith } from './oracle';
import { psych, pyyaml, ruamel } from './readers';

/** A text, a list or a map. */
type Value = string | Value[] | { [name: string]: Value };

/** A value, and how a file writes it. */
interface Written {
  value: Value;
  source: string;
}

/** White space and comments. A line may have any indentation. */
const gap = fc.constantFrom('', '', ' ', '  ', '\n', '\n   ', '\n        ', ' # a: [b]\n', '\n  # note\n\n ');

const words = fc.array(fc.constantFrom('one', 'two', 'x:y', 'a#b', '-x', "it's", 'é“”', '100%', 'end.'), {
  minLength: 2,
  maxLength: 4,
});
const wordSpace = fc.constantFrom(' ', ' ', '\n', '\n      ', '  \n ');

/** A text of several words, which is written on one line or on several ones. */
const text: fc.Arbitrary<Written> = fc
  .tuple(words, fc.array(wordSpace, { minLength: 4, maxLength: 4 }), fc.constantFrom('', '"', "'"))
  .map(([all, spaces, quote]) => {
    const written = ['w', ...all].map((word, index) => (index > 0 ? (spaces[index - 1] ?? ' ') : '') + word).join('');
    return {
      value: ['w', ...all].join(' '),
      source: quote + (quote === "'" ? written.replaceAll("'", "''") : written) + quote,
    };
  });

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'long name', 'it', 'x-y'), { maxLength: 3 });

const { written } = fc.letrec<{ written: Written }>((tie) => {
  const list = fc.tuple(fc.array(fc.tuple(gap, tie('written'), gap), { maxLength: 3 }), gap, fc.boolean());
  const map = fc.tuple(
    names,
    fc.array(fc.tuple(gap, tie('written'), gap), { minLength: 3, maxLength: 3 }),
    gap,
    fc.nat(),
  );
  return {
    written: fc.oneof(
      { maxDepth: 4 },
      text,
      list.map(([items, inner, isTrailing]): Written => ({
        value: items.map(([, { value }]) => value),
        source: `[${items.map(([before, { source }, after]) => before + source + after).join(',')}${items.length > 0 && isTrailing ? ',' : ''}${inner}]`,
      })),
      map.map(([chosen, values, inner, style]): Written => {
        const members = chosen.flatMap((name, index) => {
          const [before, { value, source }, after] = values[index] ?? ['', { value: '', source: '""' }, ''];
          const quoted = ['', '"', "'"][(style + index) % 3] ?? '';
          return [{ name, value, source: `${before}${quoted}${name}${quoted}: ${source}${after}` }];
        });
        return {
          value: Object.fromEntries(members.map(({ name, value }) => [name, value])),
          source: `{${members.map(({ source }) => source).join(',')}${inner}}`,
        };
      }),
    ),
  };
});

/** Returns the texts of a value under the keys of an import. */
function* textsOf(value: Value, key: string): Generator<[key: string, text: string]> {
  if (typeof value === 'string') yield [key, value];
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* textsOf(item, `${key}[${index}]`);
  else for (const [name, member] of Object.entries(value)) yield* textsOf(member, `${key}.${name}`);
}

describe('lists and maps in brackets, in YAML', () => {
  const values = fc.sample(
    written.filter(({ value }) => typeof value !== 'string'),
    300,
  );
  const file = Buffer.from(values.map(({ source }, index) => `key${index}: ${source}\n`).join(''));
  const expected = values.map(({ value }, index) => [`key${index}`, value] as const);

  it('are read as the texts that were written', () => {
    const context = { projectLanguages: ['en'], sourceLanguage: 'en', warn: () => undefined };
    const entries = yamlCodec.parse(file, context).entries.map(({ key, value }) => [key, value]);
    expect(entries).toEqual(expected.flatMap(([key, value]) => [...textsOf(value, key)]));
    expect(entries.length).toBeGreaterThan(300);
  });

  describe.each([pyyaml, ruamel, psych])('$name', (reader) => {
    describeWith(reader.packages, reader.name, () => {
      it('reads the same', () => {
        expect(new Map(reader.read(file))).toEqual(new Map(expected));
      });
    });
  });
});
