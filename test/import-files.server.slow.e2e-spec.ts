import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { ApiResponse, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

const MAX_BYTES = 20_000;

describe('an import of several files', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ maxUploadBytes: MAX_BYTES });
  });
  afterAll(() => running.close());

  const given = (options: Json = {}) =>
    running.given.project({ targetLanguages: ['de', 'fr'], keys: [{ name: 'a', value: 'A' }], ...options });
  type Project = Awaited<ReturnType<typeof given>>;
  type Files = readonly (readonly [name: string, content: string | Uint8Array])[];

  const send = ({ id, api }: Project, files: Files, query = ''): Promise<ApiResponse> => {
    const form = new FormData();
    for (const [name, content] of files) form.append('file', new Blob([content]), name);
    return api.send('POST', `projects/${id}/import?${query}`, { body: form });
  };
  const stateOf = async ({ id, api }: Project): Promise<[texts: Json, revision: number]> => {
    const { translations } = (await api.get(`projects/${id}/translations`)).body;
    return [translations, (await api.get(`projects/${id}`)).body.project.revision];
  };
  const THREE: Files = [
    ['de.json', '{"a":"Ä"}'],
    ['en.json', '{"a":"A2","b":"B"}'],
    ['fr.json', '{"a":"À","b":"BB"}'],
  ];

  it('is one change, whose plan has the counts of each file', async () => {
    const project = await given();
    const plan = await send(project, THREE, 'details=true&dryRun=true');
    expect(plan.body).toMatchObject({ imported: 4, updated: 1, skipped: 0, revision: 1 });
    const counts = (name: string, imported: number, updated: number): Json => {
      const languages = [name.slice(0, 2)];
      return { name, format: 'json', languages, imported, updated, skipped: 0 };
    };
    // The file of the source language is read first.
    const files = [counts('en.json', 1, 1), counts('de.json', 1, 0), counts('fr.json', 2, 0)];
    expect(plan.body.details.files).toEqual(files);
    expect(await stateOf(project)).toEqual([{ en: { a: 'A' }, de: {}, fr: {} }, 1]);
    const done = await send(project, THREE, 'details=true&ifRevision=1');
    expect(done.body).toMatchObject({ imported: 4, updated: 1, revision: 2, details: { files } });
    expect(await stateOf(project)).toEqual([{ en: { a: 'A2', b: 'B' }, de: { a: 'Ä' }, fr: { a: 'À', b: 'BB' } }, 2]);
    const { changes } = (await project.api.get(`projects/${project.id}/changes?limit=1`)).body;
    expect(changes).toMatchObject([{ revision: 2, import: { fileName: 'de.json, en.json, fr.json', format: 'json' } }]);
  });

  it('is a change whose names of files are cut between two characters', async () => {
    const project = await given();
    const name = `${'a'.repeat(247)}.json`;
    const done = await send(
      project,
      [
        [name, '{"b":"B"}'],
        ['😀.json', '{"c":"C"}'],
      ],
      'languages=en,en',
    );
    expect(done).toMatchObject({ status: 200, body: { imported: 2 } });
    const { changes } = (await project.api.get(`projects/${project.id}/changes?limit=1`)).body;
    expect(changes).toMatchObject([{ import: { fileName: `${name}, …` } }]);
  });

  it('has the counts of the whole in the counts of the files, whatever they share', async () => {
    const text = fc.constantFrom('', 'x', 'y');
    const file = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), text);
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 5 }), async (contents) => {
        const project = await given();
        const files = contents.map((content, i) => [`f${i}.json`, JSON.stringify(content)] as const);
        const languages = contents.map((_, i) => ['de', 'fr'][i % 2]).join();
        const { status, body } = await send(project, files, `details=true&dryRun=true&languages=${languages}`);
        // Two files with different texts of a key contradict each other.
        if (status === 400)
          return expect([body.code, body.errors[0].file]).toEqual(['duplicate_key', expect.stringMatching(/^f/)]);
        const sum = (name: string): number =>
          body.details.files.reduce((total: number, counts: Json) => total + counts[name], 0);
        expect([sum('imported'), sum('updated'), sum('skipped')]).toEqual([body.imported, body.updated, body.skipped]);
        return undefined;
      }),
      { numRuns: samples(25) },
    );
  });

  it('writes nothing if one of them is refused, and names it', async () => {
    const project = await given();
    const before = await stateOf(project);
    for (const [last, query, refusal] of [
      [['it.json', '{"a":"x"}'], '', { code: 'unknown_language', errors: [{ file: 'it.json', language: 'it' }] }],
      [['broken.fr.json', '{"a":'], '', { code: 'malformed_file', errors: [{ file: 'broken.fr.json', line: 1 }] }],
      [['texts.json', '{"a":"x"}'], '', { code: 'language_required', errors: [{ file: 'texts.json' }] }],
      [['fr.strings', '"a" = "x";'], '', { code: 'validation_failed', errors: [{ file: 'fr.strings' }] }],
      [['fr.unknown', 'x'], '', { code: 'unknown_format', errors: [{ file: 'fr.unknown', parameter: 'format' }] }],
      [
        ['other.de.json', '{"a":"other"}'],
        '',
        { code: 'duplicate_key', errors: [{ file: 'other.de.json', key: 'a' }] },
      ],
      [
        ['all.zip', zipSync({ 'fr.json': strToU8('{"a":"x"}') })],
        '',
        { code: 'validation_failed', errors: [{ file: 'all.zip', code: 'not_allowed' }] },
      ],
      [['de.json', '{"b":"x"}'], '', { code: 'validation_failed', errors: [{ file: 'de.json', code: 'duplicate' }] }],
    ] as [Files[number], string, Json][]) {
      const { status, body } = await send(project, [...THREE.slice(0, 2), last], query);
      expect({ status, body }).toMatchObject({ status: 400, body: refusal });
      expect(body.detail + JSON.stringify(body.errors)).toContain(last[0]);
      expect(await stateOf(project)).toEqual(before);
    }
  });

  it('takes formats and languages that are not detected from lists in the order of the files', async () => {
    const project = await given();
    const files: Files = [
      ['one.txt', '{"a":"Ä"}'],
      ['fr.json', '{"a":"À"}'],
    ];
    const { status, body } = await send(project, files, 'languages=de,&formats=json,');
    expect({ status, body }).toMatchObject({ status: 200, body: { imported: 2 } });
    expect((await stateOf(project))[0]).toMatchObject({ de: { a: 'Ä' }, fr: { a: 'À' } });
  });

  it.each([
    ['languages=de', 'languages', 'invalid_format'],
    ['languages=de,fr,fr', 'languages', 'invalid_format'],
    ['languages=de,!', 'languages', 'invalid_format'],
    ['formats=json,nothing', 'formats', 'invalid_format'],
    ['filename=de.json', 'filename', 'not_allowed'],
  ])('refuses %s with two files', async (query, parameter, code) => {
    const { status, body } = await send(await given(), THREE.slice(0, 2), query);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ parameter, code }] } });
  });

  it('leaves the layout of exports as it was', async () => {
    const project = await given();
    const zip = zipSync({
      'locales/de/shop.json': strToU8('{"x":"X"}'),
      'locales/en/shop.json': strToU8('{"x":"X"}'),
    });
    const first = await project.api.send('POST', `projects/${project.id}/import`, { body: new Uint8Array(zip) });
    expect(first.status).toBe(200);
    const layoutOf = async (): Promise<string[]> => {
      const { bytes } = await project.api.get(`projects/${project.id}/export?format=json&language=*`);
      return Object.keys(unzipSync(new Uint8Array(bytes))).sort();
    };
    const before = await layoutOf();
    expect(before).toContain('locales/de/shop.json');
    expect(
      (
        await send(project, [
          ['de.json', '{"shop.x":"Y"}'],
          ['en.json', '{"shop.x":"Z"}'],
        ])
      ).status,
    ).toBe(200);
    expect(await layoutOf()).toEqual(before);
  });

  it('merges the files with one base, and counts the conflicts of each', async () => {
    const project = await given();
    await send(project, THREE);
    const base = (await stateOf(project))[1];
    const { keys } = (await project.api.get(`projects/${project.id}/keys?name=a`)).body;
    await project.api.put(`keys/${keys[0].id}`, { translations: { fr: 'changed here' } });
    const files: Files = [
      ['de.json', '{"a":"changed in the file"}'],
      ['fr.json', '{"a":"changed in the file","b":"BB"}'],
    ];
    const plan = await send(project, files, `base=${base}&details=true&dryRun=true`);
    expect(plan.body.details).toMatchObject({
      conflictCount: 1,
      files: [
        { name: 'de.json', updated: 1, conflicts: 0 },
        { name: 'fr.json', conflicts: 1 },
      ],
    });
    const refused = await send(project, files, `base=${base}`);
    expect([refused.status, refused.body.code]).toEqual([400, 'merge_conflict']);
    const taken = await send(project, files, `base=${base}&takeFile=${plan.body.details.conflicts[0].id}`);
    expect(taken.body).toMatchObject({ updated: 2 });
  });

  it('is bounded in bytes and in number', async () => {
    const project = await given();
    const half = JSON.stringify({ a: 'x'.repeat(MAX_BYTES / 2) });
    const large = await send(project, [
      ['de.json', half],
      ['fr.json', half],
    ]);
    expect([large.status, large.body.code]).toEqual([400, 'body_too_large']);
    const many = Array.from({ length: 201 }, (_, i) => [`f${i}.de.json`, '{}'] as const);
    const refused = await send(project, many);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ parameter: 'file', code: 'too_many' }],
    });
    expect((await send(project, many.slice(1))).status).toBe(200);
  });
});
