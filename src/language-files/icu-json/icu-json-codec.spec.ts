import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import { icuJsonCodec } from './icu-json-codec';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));

describeCodec(icuJsonCodec, { fixtures: join(__dirname, 'fixtures') });

describe('icuJsonCodec', () => {
  it('writes a nested file back verbatim', () => {
    const { entries } = parsed(icuJsonCodec, fixture('next-intl.json'));
    expect(written(icuJsonCodec, entriesOf({ entries })).text).toBe(fixture('next-intl.json').toString());
  });

  it('reads a flat file and writes it nested', () => {
    const { entries } = parsed(icuJsonCodec, fixture('formatjs.json'));
    expect(entries.map(({ key }) => key)).toEqual(['home.title', 'home.files']);
    expect(JSON.parse(written(icuJsonCodec, entriesOf({ entries })).text)).toEqual({
      home: { title: 'Hello, {name}!', files: '{n, plural, offset:1 =0 {none} one {# file} other {# files}}' },
    });
  });
});
