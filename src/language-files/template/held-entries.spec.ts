import fc from 'fast-check';
import { type FileFacts, type FormatCodec, type TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { codecById } from '../model/registry';
import type { FileTemplate } from './file-template';
import { FileWriter } from './write-file';

/** `npm run test:fuzz` takes more samples. */
const RUNS = process.env.FUZZ === undefined ? 8 : 100;

const LANGUAGES = ['en', 'de'];
const text = fc.constantFrom('', 'One', 'Two words', 'a <b>c</b> & "d"', ' padded ', 'line\nline', 'x,y;z');
const texts = fc.record({ en: fc.option(text), de: fc.option(text) });
const projects = fc.dictionary(fc.constantFrom('a', 'b.c', 'd e', 'One'), fc.tuple(texts, fc.option(text)), {
  maxKeys: 4,
});
type Project = typeof projects extends fc.Arbitrary<infer T> ? T : never;
type Texts = Record<'en' | 'de', string | null>;

/** The text of a language; a plural of it where the format has plurals and the text has a space. */
function valueOf(codec: FormatCodec, byLanguage: Texts, language: string): EntryToWrite['value'] {
  const found = byLanguage[language as 'en' | 'de'];
  if (found === null) return undefined;
  if (codec.plurals !== 'native' || !found.includes(' ')) return found;
  return { type: 'cardinal', arg: 'count', exact: new Map(), forms: new Map([['one', '%d one'], ['other', found]]) }; // prettier-ignore
}

const entriesOf = (codec: FormatCodec, project: Project, language: string): EntryToWrite[] =>
  Object.entries(project)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, [byLanguage, description]]) => ({
      key,
      ...(codec.multilingual
        ? {
            values: new Map(
              LANGUAGES.flatMap((other) => {
                const found = valueOf(codec, byLanguage, other);
                return found === undefined ? [] : [[other, found]];
              }),
            ),
          }
        : { value: valueOf(codec, byLanguage, language) }),
      ...(codec.bilingual && { source: valueOf(codec, byLanguage, 'en') }),
      description: description ?? undefined,
    }));

function write(
  codec: FormatCodec,
  project: Project,
  { language, bytes, isPrepared }: { language: string; bytes?: Uint8Array; isPrepared?: boolean },
): { bytes: Buffer; warnings: unknown[] } {
  const warnings: unknown[] = [];
  const file: FileFacts = {
    language,
    languages: codec.multilingual ? LANGUAGES : [language],
    sourceLanguage: 'en',
    projectName: 'Shop',
    template: bytes && { bytes, isForeign: false },
    warn: (warning) => warnings.push(warning),
  };
  const writer = new FileWriter(codec, file);
  if (isPrepared) writer.prepare();
  writer.add(entriesOf(codec, project, language));
  const chunks = [...writer.write()].map((chunk) => Buffer.from(chunk));
  return { bytes: Buffer.concat(chunks), warnings };
}

/** Returns the codec without the comparison of whole entries: each text is compared. */
function comparingTexts(codec: FormatCodec): FormatCodec {
  const template = codec.template as TemplateSupport;
  const open: TemplateSupport['open'] = (read, file) => {
    const opened = (template.open?.(read, file) ?? read) as FileTemplate;
    if (!opened.holds) throw new Error(`${codec.id} does not compare whole entries`);
    return Object.assign(opened, { holds: undefined });
  };
  return { ...codec, template: { ...template, open } };
}

const TABLES = ['csv', 'tsv', 'xlsx', 'tmx'];
const TEXTS = ['arb', 'json', 'json-nested', 'strings', 'properties', 'po'];
const UNITS = ['xliff', 'xliff2', 'qt-ts', 'resx', 'stringsdict'];

describe.each([
  ...TABLES.map((id) => [id, 'en']),
  ...[...TEXTS, ...UNITS].flatMap((id) => LANGUAGES.map((language) => [id, language])),
] as [string, string][])('entries of %s in %s that the template holds', (id, language) => {
  const codec = codecById(id) as FormatCodec;

  it('give the generated files that comparing each text gives', () => {
    fc.assert(
      fc.property(projects, projects, (imported, project) => {
        const template = write(codec, imported, { language }).bytes;
        const mixed = { ...imported, ...project };
        for (const wanted of [imported, project, mixed]) {
          const file = { language, bytes: template };
          const expected = write(comparingTexts(codec), wanted, file);
          expect(write(codec, wanted, file)).toEqual(expected);
          expect(write(codec, wanted, { ...file, isPrepared: true })).toEqual(expected);
        }
      }),
      { numRuns: id === 'xlsx' ? 30 : RUNS },
    );
  });
});
