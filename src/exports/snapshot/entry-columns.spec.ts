import * as fc from 'fast-check';
import type { EntryToWrite, Meta } from '../../language-files';
import { fromColumns, toColumns } from './entry-columns';

const meta = fc.constantFrom<Meta>({ fuzzy: true }, { references: ['a.c:1'] });
const value = fc.oneof(
  fc.string(),
  fc.record({ one: fc.string(), other: fc.string() }).map(({ one, other }) => ({
    ...{ type: 'cardinal' as const, arg: 'n', exact: new Map<number, string>() },
    forms: new Map([['one' as const, one], ['other' as const, other]]), // prettier-ignore
  })),
);
const byLanguage = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<Map<string, T>> =>
  fc.dictionary(fc.constantFrom('en', 'de'), item).map((items) => new Map(Object.entries(items)));
const state = fc.constantFrom('translated' as const, 'reviewed' as const);

const entry: fc.Arbitrary<EntryToWrite> = fc.record(
  {
    key: fc.string(),
    value,
    source: value,
    values: byLanguage(value),
    description: fc.string(),
    keyMeta: meta,
    meta,
    state,
    states: byLanguage(state),
    metas: byLanguage(meta),
  },
  { requiredKeys: ['key'] },
);

describe('fromColumns', () => {
  it('returns the entries that toColumns was given, also from another thread', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        const received = fromColumns(structuredClone(toColumns(entries)));
        expect(received).toEqual(entries);
        const propertiesOf = (all: readonly EntryToWrite[]): string[][] => all.map((one) => Object.keys(one).sort());
        expect(propertiesOf(received)).toEqual(propertiesOf(entries));
      }),
    );
  });
});
