import { Database } from '../src/database/database';
import type { Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('a file of terms', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const invoice = { term: 'invoice', translations: { de: ['Rechnung', 'Faktura'] } };

  const namesOf = async (api: Client, query = ''): Promise<string[]> =>
    (await api.get(`glossary${query}`)).body.terms.map(({ term }: Json) => term);

  describe('a CSV file', () => {
    const importCsv = (api: Client, csv: string, query = '') =>
      api.send('POST', `glossary/import${query}`, { body: csv, headers: { 'content-type': 'text/csv' } });

    it('of an export is imported as the same terms', async () => {
      const [one, other] = [await running.given.organization(), await running.given.organization()];
      const terms = [
        { ...invoice, partOfSpeech: 'noun', definition: 'A "bill",\nto pay' },
        { term: 'a|b', translations: { de: ['c\\|d', 'e|f'] } },
        { term: 'Acme', doNotTranslate: true, caseSensitive: true },
        { term: 'bill', forbidden: true, language: 'fr' },
      ];
      for (const term of terms) await one.api.post('glossary', term);
      const { bytes, headers } = await one.api.get('glossary/export');
      const text = bytes.toString();
      expect(headers.get('content-disposition')).toBe('attachment; filename=glossary.csv');
      expect((await importCsv(other.api, text)).body).toEqual({ created: 4, updated: 0, unchanged: 0 });
      expect((await other.api.get('glossary/export')).bytes.toString()).toBe(text);
      expect((await importCsv(other.api, text)).body).toEqual({ created: 0, updated: 0, unchanged: 4 });
    });

    it('changes the languages that it has, and keeps all else', async () => {
      const { api } = await running.given.organization();
      await api.post('glossary', { ...invoice, partOfSpeech: 'noun', definition: 'A bill' });
      const { body } = await importCsv(api, 'term;fr;de\ninvoice;facture;\nfile;fichier;Datei\n');
      expect(body).toEqual({ created: 1, updated: 1, unchanged: 0 });
      expect((await api.get('glossary')).body.terms).toMatchObject([
        { term: 'file', translations: { de: ['Datei'], fr: ['fichier'] } },
        {
          ...invoice,
          translations: { ...invoice.translations, fr: ['facture'] },
          definition: 'A bill',
          partOfSpeech: 'noun',
        },
      ]);
    });

    it('without the columns projectIds and forbidden changes the one term that it can mean', async () => {
      const { organization, id } = await running.given.project();
      const { api } = organization;
      const kept = [
        { term: 'invoice', projectIds: [id] },
        { term: 'tally', partOfSpeech: 'noun' },
      ];
      for (const term of kept) await api.post('glossary', term);
      const rows = ['invoice,Rechnung', 'tally,Beleg', 'file,Datei'].join('\n');
      expect((await importCsv(api, `term,de\n${rows}`)).body).toEqual({ created: 1, updated: 2, unchanged: 0 });
      expect((await api.get('glossary')).body.terms).toMatchObject([
        { term: 'file', projectIds: null, forbidden: false, translations: { de: ['Datei'] } },
        { ...kept[0], forbidden: false, translations: { de: ['Rechnung'] } },
        { ...kept[1], projectIds: null, translations: { de: ['Beleg'] } },
      ]);
      expect((await importCsv(api, `term,de\n${rows}`)).body).toEqual({ created: 0, updated: 0, unchanged: 3 });
    });

    it('without the column forbidden means the term that is allowed, and leaves the forbidden one of the same word', async () => {
      const { api } = await running.given.organization();
      const forbidden = { term: 'invoice', forbidden: true, translations: { de: ['Faktura'] } };
      for (const term of [forbidden, { term: 'invoice', partOfSpeech: 'noun' }]) await api.post('glossary', term);
      const { body } = await importCsv(api, 'term,de\ninvoice,Rechnung\n');
      expect(body).toEqual({ created: 0, updated: 1, unchanged: 0 });
      const { terms } = (await api.get('glossary')).body;
      expect(terms).toHaveLength(2);
      expect(terms).toEqual(
        expect.arrayContaining([
          expect.objectContaining(forbidden),
          expect.objectContaining({ forbidden: false, partOfSpeech: 'noun', translations: { de: ['Rechnung'] } }),
        ]),
      );
    });

    it('without the column forbidden is refused with the line of a term that the glossary only forbids', async () => {
      const { api } = await running.given.organization();
      await api.post('glossary', { term: 'tally', forbidden: true, translations: { de: ['Faktura'] } });
      const before = (await api.get('glossary')).body;
      const { status, body } = await importCsv(api, 'term,de\nfile,Datei\ntally,Beleg\n');
      const detail = 'the glossary forbids the term "tally", and the file has no column forbidden to say so';
      const params = { reason: 'forbidden_term', term: 'tally' };
      expect([status, body.errors]).toEqual([400, [{ code: 'malformed_file', detail, line: 3, params }]]);
      expect(body.params).toBeUndefined();
      expect((await api.get('glossary')).body).toEqual(before);
      expect((await importCsv(api, 'term,forbidden,de\ntally,true,Beleg\n')).body).toMatchObject({ updated: 1 });
    });

    it('is refused with the names of all columns that would tell terms apart', async () => {
      const { organization, id } = await running.given.project();
      const { api } = organization;
      await api.post('glossary', { term: 'invoice', partOfSpeech: 'noun' });
      await api.post('glossary', { term: 'invoice', partOfSpeech: 'verb', projectIds: [id] });
      const { body } = await importCsv(api, 'term,de\ninvoice,Rechnung\n');
      const params = { reason: 'several_terms', term: 'invoice', columns: ['partOfSpeech', 'projectIds'] };
      expect(body.errors).toMatchObject([{ line: 2, params }]);
    });

    it.each(['projectIds', 'partOfSpeech'])(
      'without the column %s is refused with the line of a term that it cannot tell from another',
      async (column) => {
        const { organization, id } = await running.given.project();
        const other = await running.given.project({ organization });
        const { api } = organization;
        const values = { projectIds: [[id], [other.id]], partOfSpeech: ['noun', 'verb'] };
        for (const value of values[column as keyof typeof values])
          await api.post('glossary', { term: 'invoice', [column]: value });
        const before = (await api.get('glossary')).body;
        for (const query of ['', '?dryRun=true']) {
          const { status, body } = await importCsv(api, 'term,de\nfile,Datei\ninvoice,Rechnung\n', query);
          const detail = `the glossary has several terms "invoice", and the file has no ${column} to tell them apart`;
          const params = { reason: 'several_terms', term: 'invoice', columns: [column] };
          expect([status, body.errors]).toEqual([400, [{ code: 'malformed_file', detail, line: 3, params }]]);
        }
        expect((await api.get('glossary')).body).toEqual(before);
        const csv = (await api.get('glossary/export')).bytes.toString();
        expect((await importCsv(api, csv)).body).toEqual({ created: 0, updated: 0, unchanged: 2 });
      },
    );

    it('without the column projectIds means only terms that the caller can see', async () => {
      const { organization, id } = await running.given.project();
      const other = await running.given.project({ organization });
      const { api } = await running.given.apiKey({ organization, projectIds: [id] });
      for (const projectIds of [[id], [other.id]])
        await organization.api.post('glossary', { term: 'invoice', projectIds });
      await organization.api.post('glossary', { term: 'hidden', projectIds: [other.id] });
      const { body } = await importCsv(api, 'term,de\ninvoice,Rechnung\n');
      expect(body).toEqual({ created: 0, updated: 1, unchanged: 0 });
      for (const term of ['hidden', 'nowhere'])
        expect(await importCsv(api, `term,de\n${term},Rechnung\n`)).toMatchObject({
          status: 403,
          body: { code: 'not_grantable' },
        });
    });

    it('is only read by a dry run, after which the glossary has not changed', async () => {
      const { id, api } = await running.given.organization();
      const versions = () =>
        running.app.get(Database).rows(`SELECT version FROM glossaries WHERE organization_id = $1`, [id]);
      for (const names of [[], ['order']]) {
        const before = await versions();
        expect((await importCsv(api, 'term\ninvoice\n', '?dryRun=true')).body).toMatchObject({ created: 1 });
        expect([await namesOf(api), await versions()]).toEqual([names, before]);
        await importCsv(api, 'term\norder\n');
      }
    });

    it.each([
      ['', 1, 'the file has no rows'],
      ['term,nonsense column\n', 1, '"nonsense column" is not a language tag (BCP 47)'],
      ['de\nRechnung\n', 1, 'the first row has no column "term"'],
      ['term,de,de\n', 1, 'the column "de" occurs twice'],
      ['term\ninvoice\n""\na,b\n', 4, 'the row has more cells than the first row'],
      ['term,de\n,Rechnung\n', 2, 'the term: at least 1 character that is not white space'],
      ['term,forbidden\na,maybe\n', 2, 'forbidden must be true or false'],
      ['term,projectIds\na,x\n', 2, '"x" is not the id of a project'],
      ['term\n"a', 2, 'a quote in this row is not closed'],
    ])('%j is refused with the line', async (csv, line, detail) => {
      const { api } = await running.given.organization();
      const { status, body } = await importCsv(api, csv);
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: [{ code: 'malformed_file', detail, line }],
      });
      expect(await namesOf(api)).toEqual([]);
    });

    it('with more terms than a glossary has is refused, and nothing is written', async () => {
      const { api } = await running.given.organization();
      const rows = Array.from({ length: 10_001 }, (_, index) => `term ${index}`);
      expect(await importCsv(api, ['term', ...rows].join('\n'))).toMatchObject({
        ...{ status: 400, body: { code: 'limit_exceeded' } },
      });
      expect(await importCsv(api, ['term', ...rows].join('\n'), '?dryRun=true')).toMatchObject({ status: 400 });
      expect(await namesOf(api)).toEqual([]);
    });

    it('that has a term twice changes it twice', async () => {
      const { api } = await running.given.organization();
      const { body } = await importCsv(api, 'term,de,fr\ninvoice,Rechnung,\ninvoice,,facture\n');
      expect(body).toEqual({ created: 1, updated: 1, unchanged: 0 });
      expect((await api.get('glossary')).body.terms).toMatchObject([
        { translations: { de: ['Rechnung'], fr: ['facture'] } },
      ]);
    });

    const limitedTo = async (languages: string[]): Promise<{ api: Client; all: Client }> => {
      const organization = await running.given.organization();
      const { api } = await running.given.apiKey({ organization, languages });
      return { api, all: organization.api };
    };
    const refusal = (line: number, language: string, more = '') => ({
      ...{
        code: 'language_not_allowed',
        detail: `the caller cannot write texts in ${language}${more}`,
        line,
        language,
      },
      params: { language, ...(more !== '' && { reason: 'one_more' }) },
    });

    it('with translations that the caller may not write is refused with the lines of these, and nothing is written', async () => {
      const { api, all } = await limitedTo(['fr']);
      const csv = 'term,de,fr,it\na,A,,\nb,,B,\n\nc,C,,C\n';
      for (const query of ['', '?dryRun=true']) {
        const { status, body } = await importCsv(api, csv, query);
        expect({ status, body }).toMatchObject({
          status: 403,
          body: {
            ...{ code: 'language_not_allowed', language: 'de' },
            errors: [refusal(2, 'de'), refusal(5, 'de', ' and in 1 more language')],
          },
        });
      }
      expect(await namesOf(all)).toEqual([]);
    });

    it('with more than translations of a caller who is limited to languages is refused with the lines', async () => {
      const { api, all } = await limitedTo(['fr']);
      for (const term of ['a', 'b', 'c', 'd']) await all.post('glossary', { term, definition: 'A letter' });
      const rows = [
        ...['a,A letter,,false,A', 'b,Other,,false,B', 'c,A letter,true,false,C', 'd,A letter,,true,D'],
        ...['new,A word,,false,N', 'never,,,true,J', 'kept,,true,false,'],
      ];
      const csv = ['term,definition,doNotTranslate,forbidden,fr', ...rows].join('\n');
      const before = (await all.get('glossary')).body;
      for (const query of ['', '?dryRun=true']) {
        const { status, body } = await importCsv(api, csv, query);
        const errors = [3, 4, 5, 7, 8].map((line) => expect.objectContaining({ line, code: 'not_grantable' }));
        expect([status, body.code, body.errors]).toEqual([403, 'not_grantable', errors]);
      }
      expect((await all.get('glossary')).body).toEqual(before);
      const own = [rows[0], rows[4]].join('\n');
      const { body } = await importCsv(api, `term,definition,doNotTranslate,forbidden,fr\n${own}`);
      expect(body).toEqual({ created: 1, updated: 1, unchanged: 0 });
    });

    it('is refused with the first 100 lines whose translations the caller may not write', async () => {
      const { api } = await limitedTo(['fr']);
      const rows = Array.from({ length: 1_000 }, (_, index) => `${'t'.repeat(190)} ${index},${'W'.repeat(200)}`);
      const { body, bytes } = await importCsv(api, ['term,de', ...rows].join('\n'));
      expect(body.errors.map(({ line }: Json) => line)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
      expect(bytes.length).toBeLessThan(32_768);
    });

    it('with a term that is both forbidden and kept as it is is refused with the line', async () => {
      const { api } = await running.given.organization();
      const csv = 'term,doNotTranslate,forbidden\na,true,\nb,,true\nc,true,true\n';
      for (const query of ['', '?dryRun=true']) {
        const { status, body } = await importCsv(api, csv, query);
        const errors = [{ code: 'malformed_file', detail: 'a forbidden term cannot have doNotTranslate', line: 4 }];
        expect({ status, errors: body.errors }).toEqual({ status: 400, errors });
      }
      expect(await namesOf(api)).toEqual([]);
    });

    it('with an unknown project is refused with the line', async () => {
      const { api } = await running.given.organization();
      const id = '019a9f3e-e2a3-7076-8184-7f8091a2b3c4';
      const { body } = await importCsv(api, `term,projectIds\na,\nb,${id}\n`);
      const detail = `"${id}" is not the id of a project of this organization`;
      expect(body.errors).toEqual([{ code: 'malformed_file', detail, line: 3 }]);
    });

    it('with a cell that has separators only has no translation there', async () => {
      const { api } = await running.given.organization();
      await importCsv(api, 'term,de\ninvoice,|\n');
      expect((await api.get('glossary')).body.terms).toMatchObject([{ translations: {} }]);
      expect(await namesOf(api, '?language=de')).toEqual([]);
    });
  });

  describe('a TBX file', () => {
    const importTbx = (api: Client, body: string) => api.send('POST', 'glossary/import', { body });

    it('of an export is imported as the same terms', async () => {
      const [one, other] = [await running.given.organization(), await running.given.organization()];
      const terms = [
        { ...invoice, partOfSpeech: 'noun', definition: 'A <bill> & "more"' },
        { term: 'R&D', translations: { fr: ['R&D'] } },
        { term: 'bill', forbidden: true, translations: { de: ['Beleg'] } },
      ];
      for (const term of terms) await one.api.post('glossary', term);
      const { bytes, headers } = await one.api.get('glossary/export?format=tbx');
      expect(headers.get('content-type')).toBe('application/x-tbx+xml; charset=utf-8');
      expect((await importTbx(other.api, bytes.toString())).body).toEqual({ created: 3, updated: 0, unchanged: 0 });
      const withoutIds = async ({ api }: { api: Client }): Promise<Json[]> =>
        (await api.get('glossary')).body.terms.map((term: Json) => ({ ...term, id: '', createdAt: '', updatedAt: '' }));
      expect(await withoutIds(other)).toEqual(await withoutIds(one));
    });

    it('keeps the projects of its terms, and reads no names of projects', async () => {
      const { api } = await running.given.organization();
      const { project } = (await api.post('projects', { name: 'P', sourceLanguage: 'en' })).body;
      await api.post('glossary', { ...invoice, projectIds: [project.id] });
      await api.post('glossary', { term: 'bill' });
      const file = (await api.get('glossary/export?format=tbx')).bytes.toString();
      expect((await importTbx(api, file)).body).toEqual({ created: 0, updated: 0, unchanged: 2 });
      const named = file.replaceAll(project.id, 'Shop');
      expect((await importTbx(api, named)).body).toEqual({ created: 1, updated: 0, unchanged: 1 });
      const { terms } = (await api.get('glossary')).body;
      expect(terms.map(({ term, projectIds }: Json) => [term, projectIds])).toEqual(
        expect.arrayContaining([
          ['invoice', [project.id]],
          ['invoice', null],
          ['bill', null],
        ]),
      );
    });

    it('of 2019 is read, with synonyms, and with deprecated terms as forbidden ones', async () => {
      const { api } = await running.given.organization();
      const term = (text: string, status = '') =>
        `<termSec><term>${text}</term>${status && `<termNote type="administrativeStatus">${status}Term-admn-sts</termNote>`}</termSec>`;
      const file = `<?xml version="1.0"?><tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
        <conceptEntry id="c1"><descrip type="definition">A bill</descrip>
          <langSec xml:lang="de">${term('Faktura', 'admitted')}${term('Rechnung', 'preferred')}${term('Nota', 'deprecated')}</langSec>
          <langSec xml:lang="en">${term('invoice')}${term('bill')}</langSec>
        </conceptEntry></body></text></tbx>`;
      const { body } = await api.send('POST', 'glossary/import?language=en', { body: file });
      expect(body).toEqual({ created: 3, updated: 0, unchanged: 0 });
      const { terms } = (await api.get('glossary')).body;
      expect(terms.map(({ term: text, forbidden, translations }: Json) => [text, forbidden, translations])).toEqual(
        expect.arrayContaining([
          ['bill', false, { de: ['Rechnung', 'Faktura'] }],
          ['invoice', false, { de: ['Rechnung', 'Faktura'] }],
          ['invoice', true, { de: ['Nota'] }],
        ]),
      );
    });

    it('without parts of speech and with a term twice keeps what the glossary and the first entry have', async () => {
      const { api } = await running.given.organization();
      await api.post('glossary', { ...invoice, partOfSpeech: 'noun' });
      const entry = (inside: string): string =>
        `<termEntry>${inside}<langSet xml:lang="en"><tig><term>invoice</term></tig></langSet></termEntry>`;
      const entries = entry('<descrip type="definition">A bill</descrip>') + entry('');
      const { body } = await importTbx(api, `<martif><text><body>${entries}</body></text></martif>`);
      expect(body).toEqual({ created: 0, updated: 1, unchanged: 1 });
      expect((await api.get('glossary')).body.terms).toMatchObject([
        { ...invoice, partOfSpeech: 'noun', definition: 'A bill' },
      ]);
    });

    it('with translations that the caller may not write is refused with the lines of its entries', async () => {
      const organization = await running.given.organization();
      const { api } = await running.given.apiKey({ organization, languages: ['fr'] });
      const set = (language: string): string =>
        `<langSet xml:lang="${language}"><tig><term>${language}</term></tig></langSet>`;
      // The two terms of an entry in the language of its terms have the same line.
      const own = '<langSet xml:lang="en"><tig><term>a</term></tig><tig><term>b</term></tig></langSet>';
      const entries = ['fr', 'de'].map((language) => `<termEntry>${own}\n${set(language)}</termEntry>`);
      const { status, body } = await importTbx(
        api,
        `<martif><text><body>\n${entries.join('\n')}</body></text></martif>`,
      );
      expect({ status, errors: body.errors }).toMatchObject({
        status: 403,
        errors: [{ code: 'language_not_allowed', language: 'de', line: 4 }],
      });
    });

    it.each([
      ['<html></html>', 'the file is not TBX', 1],
      [
        '<martif><text><body>\n<termEntry><langSet xml:lang="x y"/></termEntry></body></text></martif>',
        '"x y" is not a language tag (BCP 47)',
        2,
      ],
    ])('%j is refused with the line', async (file, detail, line) => {
      const { api } = await running.given.organization();
      const { status, body } = await importTbx(api, file);
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: [{ code: 'malformed_file', detail, line }],
      });
    });
  });
});
