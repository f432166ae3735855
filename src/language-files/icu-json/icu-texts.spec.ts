import type { FormatCodec } from '../model/codec';
import { arbCodec } from '../arb/arb-codec';
import { fluentCodec } from '../fluent/fluent-codec';
import { editedFile } from '../contract/template-edits.contract';
import { writeFile } from '../template/write-file';
import { icuJsonCodec } from './icu-json-codec';

function exported(texts: Record<string, string>, codec: FormatCodec = icuJsonCodec): [object, unknown[]] {
  const warnings: unknown[] = [];
  const chunks = writeFile(codec, {
    ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: 'ICU' },
    entries: Object.entries(texts).map(([key, value]) => ({ key, value })),
    warn: ({ code, key, detail }) => warnings.push([code, key, detail.replace(/ (?:cannot|programs).*/, '')]),
  });
  const file: object = JSON.parse(Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))).toString());
  return [file, warnings];
}

describe('files of ICU messages', () => {
  it('have the texts of Fluent and i18next as ICU messages', () => {
    const [file, warnings] = exported({
      browse: 'Browse {$store}',
      choice: '{ $gender ->\n    [male] his\n   *[other] their\n} { $n ->\n    [one] file\n   *[other] { $n } files\n}',
      plural: "{n, plural, one {'{' $n '}' file of '{' $owner '}'} other {'{' NUMBER($n) '}' files}}",
      i18next: 'Hi {{name}}, {{n, number}}',
      forms: "{count, plural, one {'{{'count'}}' file} other {'{{'count'}}' files of '{{'total'}}'}}",
      icu: "You have {n, plural, one {{x}} other {{y}}} '{'",
      literal: "{n, plural, one {'{'x'}'} other {#}}",
      quoted: "'{ $name }'",
      apostrophes: "Delete '{{name}}'?",
      empty: '{ "" }',
    });
    expect(file).toEqual({
      browse: 'Browse {store}',
      choice: '{gender, select, male {his} other {their}} {n, plural, one {file} other {# files}}',
      plural: '{n, plural, one {# file of {owner}} other {# files}}',
      i18next: 'Hi {name}, {n, number}',
      forms: '{count, plural, one {# file} other {# files of {total}}}',
      icu: "You have {n, plural, one {{x}} other {{y}}} '{'",
      literal: "{n, plural, one {'{'x'}'} other {#}}",
      quoted: "''{name}''",
      apostrophes: "Delete ''{name}''?",
      empty: '',
    });
    expect(exported({ literal: "'{{name}}' is literal" })[0]).toEqual({ literal: "'{{name}}' is literal" });
    expect(warnings).toEqual([]);
  });

  it('warn about references, functions and texts that ICU refuses', () => {
    const refused = 'programs that read ICU messages refuse the text: ';
    const [file, warnings] = exported({
      trash: 'Trash',
      empty: 'Empty { trash }',
      term: '{ -brand } { $n }',
      open: 'a {b',
      tag: 'a <b>c',
      nested: '$t(key) {{- x}}',
    });
    expect(file).toMatchObject({ empty: 'Empty { trash }', term: '{ -brand } { $n }', open: 'a {b', tag: 'a <b>c' });
    expect(warnings.map((warning) => String(warning))).toEqual([
      'placeholder_not_converted,empty,{trash}',
      'placeholder_not_converted,term,{ -brand }',
      expect.stringContaining('message_refused,term'),
      `message_refused,open,${refused}a "{" has no "}", at character 3`,
      expect.stringContaining('message_refused,tag'),
      'placeholder_not_converted,nested,$t(, {{- x}}',
      expect.stringContaining('message_refused,nested'),
    ]);
    expect(exported({ tag: 'a <b>c' }, arbCodec)[1]).toEqual([]);
  });

  it('name each reference once', () => {
    const [, warnings] = exported({ trash: 'Trash', both: '{ trash } and { -brand }' });
    expect(warnings).toContainEqual(['placeholder_not_converted', 'both', '{ trash }, { -brand }']);
  });

  it('keep the texts that the imported file has, with the warning', () => {
    const file = '{\n  "a": "Hi {{name}}",\n  "b": "x"\n}\n';
    const edited = editedFile(icuJsonCodec, file, { b: 'Hello {{name}}' });
    expect(edited.text).toBe(file.replace('"x"', '"Hello {name}"'));
    expect(edited.warnings.map(({ code, key }) => [code, key])).toEqual([['message_refused', 'a']]);
  });
});

describe.each([icuJsonCodec, arbCodec, fluentCodec].map((codec) => [codec.id, codec] as const))(
  'files of %s',
  (_id, codec) => {
    it.each(['$t(key) here', 'Hi {{name}}, $t(key)', '{{when, short}}'])(
      'warn of what only i18next has, and leave it: %s',
      (value) => {
        const warnings: string[] = [];
        const write = (key: string, text: string): string => {
          const chunks = writeFile(codec, {
            ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: 'i18next' },
            entries: [{ key, value: text }],
            warn: ({ code }) => warnings.push(code),
          });
          return Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))).toString();
        };
        const context = { language: 'en', projectLanguages: ['en'], sourceLanguage: 'en', warn: () => undefined };
        const { entries } = codec.parse(Buffer.from(write('key', value)), context);
        expect(entries.map((entry) => entry.value)).toEqual([value]);
        expect(warnings).toContain('placeholder_not_converted');
      },
    );
  },
);
