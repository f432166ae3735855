import { Database } from '../src/database/database';
import type { Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the glossary', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const invoice = { term: 'invoice', translations: { de: ['Rechnung', 'Faktura'] } };

  const namesOf = async (api: Client, query = ''): Promise<string[]> =>
    (await api.get(`glossary${query}`)).body.terms.map(({ term }: Json) => term);

  describe('a term', () => {
    it('has the defaults, and is found again as it was created', async () => {
      const { api } = await running.given.organization();
      const { status, body } = await api.post('glossary', invoice);
      expect(status).toBe(201);
      expect(body.term).toEqual({
        id: expect.any(String),
        ...{ term: 'invoice', language: 'en', definition: null, partOfSpeech: null },
        ...{ caseSensitive: false, doNotTranslate: false, forbidden: false, projectIds: null },
        translations: { de: ['Rechnung', 'Faktura'] },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      });
      expect((await api.get(`glossary/${body.term.id}`)).body).toEqual(body);
      expect((await api.get('glossary')).body).toEqual({ terms: [body.term], nextCursor: null });
    });

    it('is changed language by language', async () => {
      const { api } = await running.given.organization();
      const { term } = (await api.post('glossary', { ...invoice, definition: 'A bill' })).body;
      const change = { translations: { fr: ['facture'], de: null }, definition: null, partOfSpeech: 'noun' };
      const { body } = await api.patch(`glossary/${term.id}`, change);
      expect(body.term).toMatchObject({ translations: { fr: ['facture'] }, definition: null, partOfSpeech: 'noun' });
      expect((await api.patch(`glossary/${term.id}`, { caseSensitive: true })).body.term).toMatchObject({
        ...{ translations: { fr: ['facture'] }, partOfSpeech: 'noun', caseSensitive: true },
      });
    });

    it('is deleted, and is not there afterwards', async () => {
      const { api } = await running.given.organization();
      const { term } = (await api.post('glossary', invoice)).body;
      expect(await api.delete(`glossary/${term.id}`)).toMatchObject({ status: 200, body: { deleted: true } });
      expect(await api.get(`glossary/${term.id}`)).toMatchObject({ status: 404, body: { code: 'term_not_found' } });
      expect(await api.delete(`glossary/${term.id}`)).toMatchObject({ status: 404 });
    });

    it('is there once for its language, part of speech and projects', async () => {
      const { api } = await running.given.organization();
      const { term } = (await api.post('glossary', invoice)).body;
      const { status, body } = await api.post('glossary', invoice);
      expect({ status, code: body.code, termId: body.termId }).toEqual({
        ...{ status: 400, code: 'term_exists', termId: term.id },
      });
      for (const other of [{ partOfSpeech: 'verb' }, { language: 'fr' }, { forbidden: true }, { term: 'Invoice' }])
        expect(await api.post('glossary', { ...invoice, ...other })).toMatchObject({ status: 201 });
      expect(await api.patch(`glossary/${term.id}`, { partOfSpeech: 'verb' })).toMatchObject({ status: 400 });
    });

    it('that became the same as another one by the deletion of a project is changed', async () => {
      const { organization, id } = await running.given.project();
      const other = await running.given.project({ organization });
      const { api } = organization;
      const { term: one } = (await api.post('glossary', { ...invoice, projectIds: [id] })).body;
      const { term: both } = (await api.post('glossary', { ...invoice, projectIds: [id, other.id] })).body;
      await api.delete(`projects/${other.id}`);
      for (const { id: termId } of [one, both]) {
        const same = { term: 'invoice', projectIds: [id], definition: 'A bill' };
        expect(await api.patch(`glossary/${termId}`, same)).toMatchObject({ status: 200, body: { term: same } });
      }
      const { term: free } = (await api.post('glossary', { ...invoice, term: 'bill', projectIds: [id] })).body;
      expect(await api.patch(`glossary/${free.id}`, { term: 'invoice' })).toMatchObject({
        ...{ status: 400, body: { code: 'term_exists' } },
      });
    });

    it.each([
      ['an empty term', { term: ' ' }, '/term', 'too_short'],
      ['a long term', { term: 'a'.repeat(201) }, '/term', 'too_long'],
      ['a language that is none', { ...invoice, language: 'not a language' }, '/language', 'invalid_format'],
      ['translations into none', { ...invoice, translations: { '1': ['a'] } }, '/translations/1', 'invalid_format'],
      ['a text for a list', { ...invoice, translations: { de: 'a' } }, '/translations/de', 'wrong_type'],
      ['a translation twice', { ...invoice, translations: { de: ['a', 'a'] } }, '/translations/de', 'duplicate'],
      [
        '21 translations',
        { ...invoice, translations: { de: [...Array(21).keys()].map(String) } },
        '/translations/de',
        'too_many',
      ],
      ['a part of speech that is none', { ...invoice, partOfSpeech: 'thing' }, '/partOfSpeech', 'not_allowed'],
      ['a project that is none', { ...invoice, projectIds: ['x'] }, '/projectIds/0', 'not_found'],
    ])('with %s is refused where it is wrong', async (_, body, pointer, code) => {
      const { api } = await running.given.organization();
      const response = await api.post('glossary', body);
      expect({ status: response.status, errors: response.body.errors }).toEqual({
        status: 400,
        errors: [expect.objectContaining({ pointer, code })],
      });
      expect(await namesOf(api)).toEqual([]);
    });

    const BOTH = { doNotTranslate: true, forbidden: true };
    const contradiction = (pointer: string) => ({
      status: 400,
      body: {
        code: 'validation_failed',
        errors: [{ pointer, code: 'not_allowed', detail: 'a forbidden term cannot have doNotTranslate' }],
      },
    });

    it('is not both forbidden and kept as it is', async () => {
      const { api } = await running.given.organization();
      expect(await api.post('glossary', { term: 'Acme', ...BOTH })).toMatchObject(contradiction('/doNotTranslate'));
      const { term: kept } = (await api.post('glossary', { term: 'Acme', doNotTranslate: true })).body;
      const { term: forbidden } = (await api.post('glossary', { term: 'Akme', forbidden: true })).body;
      const changes = [
        [kept.id, { forbidden: true }, '/forbidden'],
        [forbidden.id, { doNotTranslate: true }, '/doNotTranslate'],
        [forbidden.id, BOTH, '/doNotTranslate'],
      ] as const;
      for (const [id, change, pointer] of changes)
        expect(await api.patch(`glossary/${id}`, change)).toMatchObject(contradiction(pointer));
      expect(
        (await api.patch(`glossary/${kept.id}`, { forbidden: true, doNotTranslate: false })).body.term,
      ).toMatchObject({ forbidden: true, doNotTranslate: false });
    });

    it('that was both before this was refused is changed, exported, imported and mended', async () => {
      const { api, id } = await running.given.organization();
      const { term } = (await api.post('glossary', { term: 'Acme', forbidden: true })).body;
      const database = running.app.get(Database);
      await database.rows('UPDATE glossary_terms SET do_not_translate = true WHERE organization_id = $1', [id]);
      const path = `glossary/${term.id}`;
      expect((await api.patch(path, { definition: 'A name', ...BOTH })).body.term).toMatchObject({
        ...{ definition: 'A name', ...BOTH },
      });
      const file = (await api.get('glossary/export')).bytes.toString();
      const { body } = await api.send('POST', 'glossary/import', { body: file });
      expect(body).toEqual({ created: 0, updated: 0, unchanged: 1 });
      expect((await api.patch(path, { doNotTranslate: false })).body.term).toMatchObject({ doNotTranslate: false });
      expect(await api.patch(path, { doNotTranslate: true })).toMatchObject(contradiction('/doNotTranslate'));
    });

    it('is made once by requests with the same Idempotency-Key', async () => {
      const { api } = await running.given.organization();
      const send = () => api.post('glossary', invoice, { headers: { 'Idempotency-Key': 'one' } });
      const [first, second] = [await send(), await send()];
      expect(second).toMatchObject({ status: 201, body: first.body });
      expect(await namesOf(api)).toEqual(['invoice']);
    });

    it('is noted in the audit', async () => {
      const { api } = await running.given.organization();
      const { term } = (await api.post('glossary', invoice)).body;
      await api.patch(`glossary/${term.id}`, { definition: 'A bill' });
      await api.delete(`glossary/${term.id}`);
      const { entries } = (await api.get('audit?limit=3')).body;
      expect(entries.map(({ action, target }: Json) => [action, target.id])).toEqual([
        ...[
          ['term.deleted', term.id],
          ['term.changed', term.id],
          ['term.created', term.id],
        ],
      ]);
    });
  });

  describe('a list of terms', () => {
    it('is in alphabetical order, page by page', async () => {
      const { api } = await running.given.organization();
      for (const term of ['delta', 'Alpha', 'charlie', 'Bravo']) await api.post('glossary', { term });
      const first = (await api.get('glossary?limit=3')).body;
      expect(first.terms.map(({ term }: Json) => term)).toEqual(['Alpha', 'Bravo', 'charlie']);
      const second = (await api.get(`glossary?limit=3&cursor=${first.nextCursor}`)).body;
      expect({ names: second.terms.map(({ term }: Json) => term), next: second.nextCursor }).toEqual({
        ...{ names: ['delta'], next: null },
      });
      expect(await api.get('glossary?cursor=x')).toMatchObject({ status: 400 });
    });

    it('is searched in terms, translations and definitions, and by language', async () => {
      const { api } = await running.given.organization();
      await api.post('glossary', { ...invoice, definition: 'A BILL to pay' });
      await api.post('glossary', { term: 'file', translations: { fr: ['fichier'] } });
      expect(await namesOf(api, '?search=INV')).toEqual(['invoice']);
      expect(await namesOf(api, '?search=fakt')).toEqual(['invoice']);
      expect(await namesOf(api, '?search=bill')).toEqual(['invoice']);
      expect(await namesOf(api, '?search=%25')).toEqual([]);
      expect(await namesOf(api, '?language=fr')).toEqual(['file']);
      expect(await namesOf(api, '?language=en')).toEqual(['file', 'invoice']);
    });

    it('is searched whatever the case and the canonical form are in any script', async () => {
      const { api } = await running.given.organization();
      const translations = { el: ['ΟΔΟΣ'], tr: ['İstanbul'] };
      await api.post('glossary', { term: 'Straße ΛΌΓΟΣ', definition: 'ДОРОГА 100%', translations });
      for (const search of [
        'ΟΔΟΣ',
        'οδος',
        'İSTANBUL',
        'İstan',
        'дорога',
        'λόγος',
        'λόγοσ',
        'λο\u0301γος',
        'STRAßE',
        '0%',
      ])
        expect([search, await namesOf(api, `?search=${encodeURIComponent(search)}`)]).toEqual([
          search,
          ['Straße ΛΌΓΟΣ'],
        ]);
      for (const search of ['1_0', '\\', 'Istanbul'])
        expect([search, await namesOf(api, `?search=${encodeURIComponent(search)}`)]).toEqual([search, []]);
    });

    it('has the terms of a project', async () => {
      const { organization, id } = await running.given.project();
      const other = await running.given.project({ organization });
      const { api } = organization;
      await api.post('glossary', { term: 'all' });
      await api.post('glossary', { term: 'own', projectIds: [id] });
      await api.post('glossary', { term: 'other', projectIds: [other.id] });
      expect(await namesOf(api, `?projectId=${id}`)).toEqual(['all', 'own']);
      const foreign = await running.given.project();
      expect(await api.get(`glossary?projectId=${foreign.id}`)).toMatchObject({ status: 404 });
    });
  });

  describe('a caller', () => {
    it('does not see the terms of another organization', async () => {
      const [one, other] = [await running.given.organization(), await running.given.organization()];
      const { term } = (await one.api.post('glossary', invoice)).body;
      expect(await namesOf(other.api)).toEqual([]);
      expect((await other.api.get('glossary/export')).bytes.toString()).not.toContain('invoice');
      for (const send of [other.api.get(`glossary/${term.id}`), other.api.patch(`glossary/${term.id}`, { term: 'x' })])
        expect(await send).toMatchObject({ status: 404, body: { code: 'term_not_found' } });
      await other.api.send('POST', 'glossary/import', { body: 'term\ninvoice\n' });
      expect(await namesOf(one.api)).toEqual(['invoice']);
    });

    it('who is limited to projects sees and writes the terms of these only', async () => {
      const { organization, id } = await running.given.project();
      const other = await running.given.project({ organization });
      const { api } = await running.given.apiKey({ organization, projectIds: [id] });
      const both = (await organization.api.post('glossary', { term: 'both', projectIds: [other.id, id] })).body.term;
      const all = (await organization.api.post('glossary', { term: 'all' })).body.term;
      const hidden = (await organization.api.post('glossary', { term: 'hidden', projectIds: [other.id] })).body.term;
      expect(await namesOf(api)).toEqual(['all', 'both']);
      expect((await api.get(`glossary/${both.id}`)).body.term.projectIds).toEqual([id]);
      expect(await api.get(`glossary/${hidden.id}`)).toMatchObject({ status: 404 });
      for (const { id: termId } of [both, all]) {
        expect(await api.patch(`glossary/${termId}`, { term: 'x' })).toMatchObject({
          ...{ status: 403, body: { code: 'not_grantable' } },
        });
        expect(await api.delete(`glossary/${termId}`)).toMatchObject({ status: 403 });
      }
      expect(await api.post('glossary', { term: 'x' })).toMatchObject({ status: 403 });
      expect(await api.post('glossary', { term: 'x', projectIds: [id] })).toMatchObject({ status: 201 });
      expect((await organization.api.get(`glossary/${both.id}`)).body.term.projectIds).toEqual([id, other.id].sort());
    });

    it('who is limited to languages writes translations into these only', async () => {
      const { organization } = await running.given.project();
      const { api } = await running.given.apiKey({ organization, languages: ['fr'] });
      expect(await api.post('glossary', invoice)).toMatchObject({
        ...{ status: 403, body: { code: 'language_not_allowed', language: 'de' } },
      });
      const { term } = (await organization.api.post('glossary', invoice)).body;
      expect(await api.patch(`glossary/${term.id}`, { translations: { fr: ['facture'] } })).toMatchObject({
        status: 200,
      });
      expect(await api.delete(`glossary/${term.id}`)).toMatchObject({ status: 403 });
    });

    it('who is limited to languages changes nothing else of a term', async () => {
      const { organization, id } = await running.given.project();
      const { api } = await running.given.apiKey({ organization, languages: ['fr'] });
      const sent = { term: 'account', definition: 'Of a bank', translations: { de: ['Konto'] } };
      const { term } = (await organization.api.post('glossary', sent)).body;
      const path = `glossary/${term.id}`;
      const changes = {
        ...{ term: 'x', language: 'en-GB', definition: null, partOfSpeech: 'noun', projectIds: [id] },
        ...{ caseSensitive: true, doNotTranslate: true, forbidden: true },
      };
      for (const [field, value] of Object.entries(changes)) {
        const { status, body } = await api.patch(path, { [field]: value, translations: { fr: ['compte'] } });
        expect([field, status, body.code, body.errors]).toEqual([
          ...[field, 403, 'not_grantable'],
          [expect.objectContaining({ pointer: `/${field}`, code: 'not_grantable' })],
        ]);
      }
      expect((await organization.api.get(path)).body.term).toEqual(term);
      const same = Object.fromEntries(Object.keys(changes).map((field) => [field, term[field]]));
      const { body } = await api.patch(path, { ...same, translations: { fr: ['compte'] } });
      expect(body.term).toMatchObject({ ...same, translations: { de: ['Konto'], fr: ['compte'] } });
    });

    it.each(['forbidden', 'doNotTranslate'])(
      'who is limited to languages neither creates nor deletes a term that is %s, which acts on all languages',
      async (flag) => {
        const { organization } = await running.given.project();
        const { api } = await running.given.apiKey({ organization, languages: ['fr'] });
        const body = { term: 'account', [flag]: true, translations: { fr: ['compte'] } };
        const refused = {
          status: 403,
          body: { code: 'not_grantable', errors: [{ pointer: `/${flag}`, code: 'not_grantable' }] },
        };
        expect(await api.post('glossary', body)).toMatchObject(refused);
        const { term } = (await organization.api.post('glossary', body)).body;
        expect(await api.delete(`glossary/${term.id}`)).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
        expect(await namesOf(organization.api)).toEqual(['account']);
        const own = { ...body, [flag]: false, definition: 'Of a bank', partOfSpeech: 'noun', caseSensitive: true };
        const { status, body: created } = await api.post('glossary', own);
        expect([status, created.term]).toEqual([201, expect.objectContaining(own)]);
        expect(await api.delete(`glossary/${created.term.id}`)).toMatchObject({ status: 200 });
      },
    );

    it('needs keys:write to write', async () => {
      const { organization } = await running.given.project();
      const { api } = await running.given.apiKey({ organization, scopes: ['translations:read', 'translations:write'] });
      expect(await api.post('glossary', invoice)).toMatchObject({ status: 403, body: { scope: 'keys:write' } });
      expect(await api.get('glossary')).toMatchObject({ status: 200 });
    });
  });

  it('does not keep a project that is deleted', async () => {
    const { organization, id } = await running.given.project();
    const other = await running.given.project({ organization });
    const { api } = organization;
    await api.post('glossary', { term: 'all' });
    await api.post('glossary', { term: 'both', projectIds: [id, other.id] });
    await api.post('glossary', { term: 'own', projectIds: [id] });
    await api.delete(`projects/${id}`);
    const { terms } = (await api.get('glossary')).body;
    expect(terms.map(({ term, projectIds }: Json) => [term, projectIds])).toEqual([
      ...[
        ['all', null],
        ['both', [other.id]],
      ],
    ]);
  });
});
