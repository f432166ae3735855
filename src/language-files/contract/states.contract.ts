import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import type { FormatCodec } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { codecs } from '../model/registry';
import { stateInFormat, withStates } from '../model/state-support';
import { writeFile } from '../template/write-file';

/** A format with states. */
export type WithStates = FormatCodec & Required<Pick<FormatCodec, 'states'>>;

/** Files with one text, by format: what they say about its state, and the state that it stands for. */
const FILES: Record<
  string,
  { file: (said: string) => string; states: [said: string, TranslationState | undefined][] }
> = {
  po: {
    file: (said) => `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n${said}msgid "a"\nmsgstr "A"\n`,
    states: [
      ['', 'translated'],
      ['#, fuzzy\n', 'draft'],
      ['#, fuzzy, c-format\n#| msgid "old"\n', 'draft'],
      ['#, c-format\n', 'translated'],
    ],
  },
  xliff: {
    file: (said) =>
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="a"><body><trans-unit id="a"${said.startsWith(' approved') ? said : ''}><source>a</source><target${said.startsWith(' approved') ? '' : said}>A</target></trans-unit></body></file></xliff>\n`,
    states: [
      ['', undefined],
      [' approved="yes"', 'reviewed'],
      [' approved="no"', undefined],
      ...['new', 'needs-translation', 'needs-adaptation', 'needs-l10n'].map(draftOf1),
      ...['needs-review-translation', 'needs-review-adaptation', 'needs-review-l10n'].map(draftOf1),
      [' state="translated"', 'translated'],
      [' state="final"', 'reviewed'],
      [' state="signed-off" state-qualifier="exact-match"', 'reviewed'],
      [' state="x-checked"', undefined],
    ],
  },
  xliff2: {
    file: (said) =>
      said.startsWith('<') ? xliff2(said) : xliff2(`<segment${said}><source>a</source><target>A</target></segment>`),
    states: [
      ['', undefined],
      [' state="initial"', 'draft'],
      [' state="translated"', 'translated'],
      [' state="reviewed" subState="my:checked"', 'reviewed'],
      [' state="final"', 'reviewed'],
      [segments('reviewed', 'final'), 'reviewed'],
      [segments('initial', 'final'), 'draft'],
    ],
  },
  'qt-ts': {
    file: (said) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de" sourcelanguage="en">\n<context>\n    <name>c</name>\n    <message>\n        <source>a</source>\n        <translation${said}>A</translation>\n    </message>\n</context>\n</TS>\n`,
    states: [
      ['', 'translated'],
      [' type="unfinished"', 'draft'],
    ],
  },
  xcstrings: {
    file: (said) =>
      `{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":${said.startsWith('{') ? said : unit(said)},"en":${unit('translated', 'a')}}}},"version":"1.0"}`,
    states: [
      ['translated', 'translated'],
      ['needs_review', 'draft'],
      ['new', 'draft'],
      ['stale', 'draft'],
      [`{"variations":{"plural":{"one":${unit('translated')},"other":${unit('needs_review')}}}}`, 'draft'],
      [`{"variations":{"plural":{"one":${unit('translated')},"other":${unit('translated')}}}}`, 'translated'],
    ],
  },
};

function draftOf1(state: string): [string, TranslationState] {
  return [` state="${state}"`, 'draft'];
}
function unit(state: string, value = 'A'): string {
  return `{"stringUnit":{"state":"${state}","value":"${value}"}}`;
}
function segments(...states: string[]): string {
  return states
    .map((state) => `<segment state="${state}"><source>a</source><target>A</target></segment>`)
    .join('<ignorable><source> </source></ignorable>');
}
function xliff2(content: string): string {
  return `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a">${content}</unit></file></xliff>\n`;
}

/** The formats with states. */
export const WITH_STATES = codecs.filter((codec): codec is WithStates => codec.states !== undefined && codec.canParse);

const warn = (): void => undefined;

/** Returns the text of a file of `STATE_FILES`. */
export function parseStated(codec: FormatCodec, bytes: Buffer): ParsedEntry {
  const entries = codec.parse(bytes, { projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn }).entries;
  const entry = entries.find(({ language = 'de', value }) => language === 'de' && value !== null);
  if (!entry) throw new Error('the file has no text');
  return entry;
}

/** Writes the text of an entry in a state, in the canonical layout or into a file. */
export function writeStated(
  codec: WithStates,
  parsed: ParsedEntry,
  state: TranslationState,
  template?: Buffer,
): Buffer {
  const value = parsed.value ?? '';
  const entry: EntryToWrite = codec.multilingual
    ? {
        key: parsed.key,
        keyMeta: parsed.keyMeta,
        values: new Map([
          ['en', 'a'],
          ['de', value],
        ]),
        metas: new Map(parsed.meta ? [['de', parsed.meta]] : []),
        states: new Map([['de', state]]),
      }
    : { key: parsed.key, value, source: parsed.source ?? 'a', keyMeta: parsed.keyMeta, meta: parsed.meta, state };
  const file = {
    ...{ language: 'de', languages: ['en', 'de'], sourceLanguage: 'en', projectName: 'P', warn },
    entries: [withStates(entry, codec.states)],
    ...(template && { template: { bytes: template, isForeign: false } }),
  };
  return Buffer.concat([...writeFile(codec, file)].map((part) => Buffer.from(part)));
}

/** A file of each state of each format, with the state that it stands for; undefined where it has none. */
export const STATE_FILES = WITH_STATES.flatMap((codec) => {
  const { file, states } = FILES[codec.id] ?? { file: String, states: [] };
  return states.map(([said, state]) => ({ id: codec.id, said, codec, state, bytes: Buffer.from(file(said)) }));
});

/** The rules of states, for each format that has them. */
export function describeStates(): void {
  it('are tested for each format that has them', () => {
    expect(WITH_STATES.map(({ id }) => id).sort()).toEqual(Object.keys(FILES).sort());
  });

  it.each(STATE_FILES)('$id: $said is $state', ({ codec, bytes, state }) => {
    expect(codec.states.read(parseStated(codec, bytes).meta)).toBe(state);
  });

  it.each(STATE_FILES)(
    '$id: $said comes back while the state is not changed',
    ({ codec, bytes, state = 'translated' }) => {
      const parsed = parseStated(codec, bytes);
      expect(parseStated(codec, writeStated(codec, parsed, state)).meta).toEqual(parsed.meta);
      expect(writeStated(codec, parsed, state, bytes).toString()).toBe(bytes.toString());
    },
  );

  it.each(STATE_FILES)(
    '$id: $said is replaced when the state is changed, in either layout',
    ({ codec, bytes, state }) => {
      const parsed = parseStated(codec, bytes);
      for (const other of TRANSLATION_STATES) {
        const wanted = stateInFormat(other, codec.states);
        if (wanted === (state ?? 'translated')) continue;
        for (const template of [undefined, bytes]) {
          const written = parseStated(codec, writeStated(codec, parsed, other, template));
          expect([other, codec.states.read(written.meta) ?? 'translated', written.value]).toEqual([
            other,
            wanted,
            parsed.value,
          ]);
        }
      }
    },
  );

  it.each(STATE_FILES)(
    '$id: the state of an edited text replaces $said, which comes back with the text',
    ({ codec, bytes, said, state }) => {
      const parsed = parseStated(codec, bytes);
      if (typeof parsed.value !== 'string') return;
      for (const other of TRANSLATION_STATES) {
        const edited = writeStated(codec, { ...parsed, value: 'B', meta: undefined }, other, bytes);
        const { meta } = parseStated(codec, edited);
        const read = codec.states.read(meta) ?? (said.includes('state=') ? undefined : 'translated');
        expect([other, read]).toEqual([other, stateInFormat(other, codec.states)]);
      }
      const returned = writeStated(codec, { ...parsed, meta: undefined }, state ?? 'translated', bytes);
      expect(returned.toString()).toBe(bytes.toString());
    },
  );

  it.each(STATE_FILES)(
    '$id: $said goes through every other format with states',
    ({ codec, bytes, state = 'translated' }) => {
      const parsed = parseStated(codec, bytes);
      for (const other of WITH_STATES) {
        const { value } = parsed;
        const text = typeof value === 'string' ? value : 'A';
        const written = writeStated(other, { key: 'a', value: text }, state);
        const read = other.states.read(parseStated(other, written).meta) ?? 'translated';
        expect([other.id, read]).toEqual([other.id, stateInFormat(state, other.states)]);
      }
    },
  );
}
