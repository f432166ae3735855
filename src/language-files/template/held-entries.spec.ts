import fc from 'fast-check';
import { type FileToWrite, type FormatCodec, type TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { codecById } from '../model/registry';
import { writeFile } from './write-file';

const LANGUAGES = ['en', 'de'];
const text = fc.constantFrom('', 'One', 'Two words', 'a <b>c</b> & "d"', ' padded ', 'line\nline', 'x,y;z');
const texts = fc.record({ en: fc.option(text), de: fc.option(text) });
const projects = fc.dictionary(fc.constantFrom('a', 'b.c', 'd e', 'One'), fc.tuple(texts, fc.option(text)), {
  maxKeys: 4,
});
type Project = typeof projects extends fc.Arbitrary<infer T> ? T : never;

const entriesOf = (project: Project): EntryToWrite[] =>
  Object.entries(project)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, [byLanguage, description]]) => ({
      key,
      values: new Map(
        LANGUAGES.flatMap((language) => {
          const found = byLanguage[language as 'en' | 'de'];
          return found === null ? [] : [[language, found]];
        }),
      ),
      description: description ?? undefined,
    }));

function write(codec: FormatCodec, project: Project, bytes?: Uint8Array): { bytes: Buffer; warnings: unknown[] } {
  const warnings: unknown[] = [];
  const file: FileToWrite = {
    language: 'en',
    languages: LANGUAGES,
    sourceLanguage: 'en',
    projectName: 'Shop',
    entries: entriesOf(project),
    template: bytes && { bytes, isForeign: false },
    warn: (warning) => warnings.push(warning),
  };
  const chunks = [...writeFile(codec, file)].map((chunk) => Buffer.from(chunk));
  return { bytes: Buffer.concat(chunks), warnings };
}

/** Returns the codec without the look at whole entries: each text is compared. */
function comparingTexts(codec: FormatCodec): FormatCodec {
  const template = codec.template as TemplateSupport;
  const open: TemplateSupport['open'] = (read, file) => {
    const opened = template.open?.(read, file);
    if (!opened?.holds) throw new Error(`${codec.id} does not look at whole entries`);
    return Object.assign(opened, { holds: undefined });
  };
  return { ...codec, template: { ...template, open } };
}

describe.each(['csv', 'tsv', 'xlsx', 'tmx'])('entries of %s that the template holds', (id) => {
  const codec = codecById(id) as FormatCodec;

  it('give the file that comparing each text gives', () => {
    fc.assert(
      fc.property(projects, projects, (imported, project) => {
        const template = write(codec, imported).bytes;
        const mixed = { ...imported, ...project };
        for (const wanted of [imported, project, mixed]) {
          expect(write(codec, wanted, template)).toEqual(write(comparingTexts(codec), wanted, template));
        }
      }),
      { numRuns: id === 'xlsx' ? 30 : 100 },
    );
  });
});
