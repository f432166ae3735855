import { fluentCodec } from '../fluent/fluent-codec';
import { jsonCodec } from '../json/json-codec';
import type { FileFacts, FormatCodec, TextTemplates } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Plural } from '../model/plural';
import type { Warning } from '../model/warnings';
import { FileWriter } from './write-file';

/** Prepares a file and writes it. The calls show when the template is read. */
function writeInSteps(codec: FormatCodec, source: string, entries: readonly EntryToWrite[]) {
  const calls: string[] = [];
  const warnings: Warning[] = [];
  const template = codec.template as TextTemplates;
  const read: TextTemplates['read'] = (...read) => {
    calls.push('read');
    return template.read(...read);
  };
  const file: FileFacts = {
    ...{ language: 'de', languages: ['de'], sourceLanguage: 'en', projectName: 'Steps' },
    template: { bytes: Buffer.from(source), isForeign: false },
    warn: (warning) => warnings.push(warning),
  };
  const parse: FormatCodec['parse'] = (...file) => {
    calls.push('parse');
    return codec.parse(...file);
  };
  const writer = new FileWriter({ ...codec, parse, template: { ...template, read } }, file);
  writer.prepare();
  calls.push('prepared');
  for (const entry of entries) writer.add([entry]);
  const written = Buffer.concat(Array.from(writer.write(), (chunk) => Buffer.from(chunk))).toString();
  return { written, calls, warnings };
}

describe('FileWriter', () => {
  it('reads the template before the entries are known', () => {
    const { written, calls } = writeInSteps(jsonCodec, '{ "a" : "1" }', [{ key: 'a', value: '2' }]);
    expect(written).toBe('{ "a" : "2" }');
    expect(calls).toEqual(['read', 'prepared']);
  });

  it('reads it again if a plural in it is none in the project', () => {
    const source = 'a = { $n ->\n    [one] x\n   *[other] y\n }\n';
    const plural: Plural = {
      ...{ type: 'cardinal', arg: 'n', exact: new Map() },
      forms: new Map([
        ['one', 'x'],
        ['other', 'z'],
      ]),
    };
    const asPlural = writeInSteps(fluentCodec, source, [{ key: 'a', value: plural }]);
    expect(asPlural.written).toBe(source.replace('y', 'z'));
    expect(asPlural.calls).toEqual(['read', 'prepared']);
    const asText = writeInSteps(fluentCodec, source, [{ key: 'a', value: 'z' }]);
    expect(asText.written).toBe('a = z\n');
    expect(asText.calls).toEqual(['read', 'prepared', 'read']);
  });

  it('looks for the keys of the template only if a key that other files have added has no text in its languages', () => {
    const translated = { key: 'a', value: '2', addedAs: 1 };
    expect(writeInSteps(jsonCodec, '{"a":"1"}', [translated]).calls).toEqual(['read', 'prepared']);
    const untranslated = { key: 'b', addedAs: 1 };
    const { written, calls } = writeInSteps(jsonCodec, '{"a":"1"}', [translated, untranslated, untranslated]);
    expect(written).toBe('{"a":"2"}');
    expect(calls).toEqual(['read', 'prepared', 'parse', 'parse']);
  });

  it('throws the error of a template when the template is used', () => {
    const { written, warnings } = writeInSteps(jsonCodec, '{', [{ key: 'a', value: '1' }]);
    expect(JSON.parse(written)).toEqual({ a: '1' });
    expect(warnings.map(({ code }) => code)).toEqual(['template_misfit']);
  });
});
