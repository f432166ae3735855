import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import type { Meta } from '../model/meta';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import { UnwritableTextError } from '../model/format-errors';
import { arbCodec } from './arb-codec';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));

describeCodec(arbCodec, { fixtures: join(__dirname, 'fixtures'), carriesKey: (key) => !key.startsWith('@') });

describe('arbCodec.parse', () => {
  it('reads texts verbatim, with their descriptions and the other attributes as metadata of the key', () => {
    expect(parsed(arbCodec, fixture('app_en.arb'))).toMatchObject({
      language: 'en_US',
      entries: [
        { key: 'bare', value: 'No attributes', line: 8 },
        {
          key: 'files',
          value: '{count, plural, =0{No files} one{# file} other{# files}}',
          description: 'Number of files',
          keyMeta: { attributes: expect.stringContaining('"zeta":{"type":"int"},"count"') },
        },
        { key: 'hello', value: 'Hello, {name}!', keyMeta: { attributes: '{}' } },
      ],
      warnings: [],
    });
  });

  it('keeps the attributes of a key without a text, with a warning', () => {
    const { entries, warnings } = parsed(arbCodec, fixture('odd.arb'));
    expect(entries.map(({ line: _, ...entry }) => entry)).toEqual([
      { key: 'a', value: '1', keyMeta: { attributes: '{"description":""}' } },
      { key: 'a', value: '2', keyMeta: { attributes: '{"description":""}' } },
      { key: 'n', value: '1.50' },
      { key: 'z', value: null },
      { key: 'k', value: null, description: 'gone', keyMeta: { attributes: '{"type":"text"}' } },
    ]);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([
      ['attributes_ignored', 'x'],
      ['value_became_text', 'n'],
      ['attributes_ignored', 'a'],
      ['attributes_without_text', 'k'],
    ]);
  });

  it('refuses a nested text and reports its position', () => {
    expect(() => parsed(arbCodec, fixture('nested.arb'))).toThrow(
      expect.objectContaining({ code: 'malformed_file', position: { line: 1, column: 25, key: 'a' } }),
    );
  });
});

describe('arbCodec.serialize', () => {
  it('writes an imported file back unchanged', () => {
    const file = parsed(arbCodec, fixture('app_en.arb'));
    const { text } = written(arbCodec, entriesOf(file), { language: 'en-US', meta: file.meta });
    expect(text).toBe(fixture('app_en.arb').toString());
  });

  it('writes the locale with underscores unless the imported file spelled it otherwise', () => {
    const entries = [{ key: 'a', value: 'x' }];
    const locale = (language: string, meta = {}) =>
      (JSON.parse(written(arbCodec, entries, { language, meta }).text) as Record<string, string>)['@@locale'];
    expect(locale('zh-Hans-CN')).toBe('zh_Hans_CN');
    expect(locale('pt-BR', { locale: 'pt-BR' })).toBe('pt-BR');
    expect(locale('pt-BR', { locale: 'de' })).toBe('pt_BR');
    expect(locale('pt-BR', { locale: 1 })).toBe('pt_BR');
  });

  it('writes the description once, before the stored attributes', () => {
    const keyMeta = { attributes: '{"type":"text","description":"old"}' };
    const { text } = written(arbCodec, [{ key: 'a', value: 'x', description: 'new', keyMeta }]);
    expect(text).toContain('"@a": {\n    "description": "new",\n    "type": "text"\n  }');
  });

  it.each<Meta>([{ attributes: '{' }, { attributes: '[]' }, { attributes: 1 }, {}])(
    'ignores stored metadata such as %j',
    (keyMeta) => {
      const meta = { globals: '{"x": 1, "@@locale": "xx"}' };
      const { text } = written(arbCodec, [{ key: 'a', value: 'x', keyMeta }], { meta });
      expect(text).toBe('{\n  "@@locale": "en",\n  "a": "x"\n}\n');
    },
  );

  it.each(['@a', '@@locale', '@'])('refuses the key %s', (key) => {
    expect(() => written(arbCodec, [{ key, value: 'x' }])).toThrow(UnwritableTextError);
  });
});
