import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecs, type FormatCodec } from '../../src/language-files';
import type { ApiResponse, Json } from '../support/client';
import { Exchange, type FileToSend, type Options } from '../support/exchange';
import { fixtureFolder } from '../support/fixtures';
import { type RunningApp, startApp } from '../support/start-app';

function listFixtures({ id }: FormatCodec): { name: string; bytes: Buffer }[] {
  const folder = fixtureFolder(id);
  return readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

describe('every fixture', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const emptyProject = async (): Promise<Exchange> => {
    const { id, api } = await running.given.project();
    return new Exchange(api, id);
  };

  describe.each(codecs.filter(({ canParse }) => canParse))('of $id', (codec) => {
    it.each(listFixtures(codec))('$name is refused with a position or survives import and export', async (file) => {
      const project = await emptyProject();
      const answer = await importInto(project, file, codec);
      if (answer.status !== 200) return expectPlace(answer);
      const { imported, updated, skipped } = answer.body;
      expect((await importInto(project, file, codec)).body).toMatchObject({
        imported: 0,
        updated: 0,
        skipped: imported + updated + skipped,
      });
      await expectIdentical(project, file, codec);
      const exports = new Map<string, Buffer>();
      for (const language of codec.multilingual ? ['*'] : await project.languages()) {
        exports.set(language, await expectSameAgain(project, { format: codec.id, language }));
      }
      await expectWhole(await emptyProject(), exports, codec);
    });
  });
});

/** Imports a file and names its language only if the file does not. */
async function importInto(project: Exchange, file: FileToSend, codec: FormatCodec): Promise<ApiResponse> {
  const { bytes } = file;
  const options: Options = { format: codec.id, createLanguages: true, details: true };
  const answer = await project.import({ bytes }, options);
  if (answer.body.code !== 'language_required') return answer;
  return project.import({ bytes }, { ...options, language: codec.bilingual ? 'de' : 'en' });
}

/** Expects a line or a key in each error, except in errors of the whole file. */
function expectPlace({ status, body }: ApiResponse): void {
  expect(status).toBe(400);
  if (/binary property list/.test(body.detail)) return;
  expect(body.errors).not.toEqual([]);
  for (const { line, key } of body.errors as Json[]) expect(line ?? key).toBeDefined();
}

/** Expects that an export has the bytes of the imported file, unless the file is no template. */
async function expectIdentical(
  project: Exchange,
  { bytes }: FileToSend,
  { id, multilingual }: FormatCodec,
): Promise<void> {
  for (const { language } of await project.templates()) {
    const { headers, bytes: exported } = await project.export({ format: id, language: multilingual ? '*' : language });
    if (headers.get('x-export-layout') === 'canonical') continue;
    expect(exported.toString('latin1')).toBe(Buffer.from(bytes).toString('latin1'));
  }
}

/**
 * Expects that importing an export in the canonical layout changes nothing except the losses that the export reported.
 */
async function expectSameAgain(project: Exchange, { format, language }: Options): Promise<Buffer> {
  const wanted = { format, language, layout: 'canonical' };
  const lost = new Set((await project.lost(wanted)).map(({ key }) => key));
  const bytes = await project.exported(wanted);
  const named = language === '*' ? {} : { language };
  const { details } = await project.imported({ bytes }, { format, ...named });
  const changed = (details.pairs as Json[]).filter(({ key, outcome }) => outcome !== 'skipped' && !lost.has(key));
  expect(changed).toEqual([]);
  expect((await project.exported(wanted)).toString()).toBe(bytes.toString());
  return bytes;
}

/** Expects that a new project made from the exports gives the same exports. */
async function expectWhole(project: Exchange, files: ReadonlyMap<string, Buffer>, { id }: FormatCodec): Promise<void> {
  for (const [language, bytes] of files) {
    const named = language === '*' ? {} : { language };
    await project.imported({ bytes }, { format: id, createLanguages: true, ...named });
  }
  const known = await project.languages();
  for (const [language, bytes] of files) {
    if (language !== '*' && !known.includes(language)) continue;
    expect((await project.exported({ format: id, language, layout: 'canonical' })).toString()).toBe(bytes.toString());
  }
}
