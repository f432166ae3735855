import { Database } from '../src/database/database';
import { UnstoredFindings } from '../src/findings/unstored-findings';
import type { Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the checks of terms', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const key = (name: string, value: string, de: string) => ({ name, value, translations: { de } });

  /** The findings of a project: the name of the key, the language and the code. */
  const findingsOf = async ({ api, id }: Project): Promise<string[]> => {
    const { findings } = (await api.get(`projects/${id}/checks?code=term_missing,term_forbidden`)).body;
    return findings.map(({ name, language, code }: Json) => `${name} ${language} ${code}`);
  };
  const addTerm = async (api: Client, term: object): Promise<string> => {
    const { status, body } = await api.post('glossary', term);
    expect(status).toBe(201);
    return body.term.id;
  };
  const INVOICE = { term: 'invoice', translations: { de: ['Rechnung', 'Faktura'] } };

  it('find a term whose translation is missing, and say what is expected', async () => {
    const project = await running.given.project({
      keys: [
        key('good', 'Pay the invoice', 'Rechnung bezahlen'),
        key('other', 'Invoices', 'Fakturen'),
        key(
          'plural',
          '{n, plural, one {# invoice} other {# invoices}}',
          '{n, plural, one {# Rechnung} other {# Rechnungen}}',
        ),
        key('wrong', 'Your invoices', 'Ihre Belege'),
        key('none', 'Your bills', 'Ihre Belege'),
      ],
    });
    await addTerm(project.api, INVOICE);
    const { findings } = (await project.api.get(`projects/${project.id}/checks?code=term_missing`)).body;
    expect(findings).toMatchObject([
      {
        ...{ name: 'wrong', language: 'de', code: 'term_missing' },
        detail: '"invoice" is not translated as "Rechnung"',
        params: { term: 'invoice', expected: 'Rechnung' },
      },
    ]);
  });

  it('find terms in keys whose findings are not stored, too', async () => {
    const project = await running.given.project({ keys: [key('a', 'Invoice', 'Beleg'), key('b', 'File', 'Akte')] });
    await addTerm(project.api, INVOICE);
    const checked = { id: project.id, organizationId: project.organization.id, sourceLanguage: 'en' };
    const { count, findings } = await running.app
      .get(Database)
      .transaction('BEGIN', (tx) =>
        running.app.get(UnstoredFindings).of(tx, checked, [...project.keyIds].sort(), undefined),
      );
    expect({ count, findings }).toMatchObject({
      count: 2,
      findings: [{ keyId: project.keyIds[0], language: 'de', code: 'term_missing' }],
    });
  });

  it('are renewed when the glossary changes, for lists and for keys', async () => {
    const project = await running.given.project({ keys: [key('a', 'Invoice', 'Beleg'), key('b', 'File', 'Akte')] });
    const { api } = project;
    const ofKey = async (): Promise<string[]> =>
      ((await api.get(`keys/${project.keyIds[0]}`)).body.key.checks.de ?? []).map(({ code }: Json) => code);
    expect([await findingsOf(project), await ofKey()]).toEqual([[], []]);
    const id = await addTerm(api, INVOICE);
    expect([await ofKey(), await findingsOf(project)]).toEqual([['term_missing'], ['a de term_missing']]);
    await api.patch(`glossary/${id}`, { translations: { de: ['Beleg'] } });
    expect([await ofKey(), await findingsOf(project)]).toEqual([[], []]);
    await api.patch(`glossary/${id}`, { forbidden: true });
    expect(await findingsOf(project)).toEqual(['a de term_forbidden', 'a en term_forbidden']);
    await api.delete(`glossary/${id}`);
    expect([await ofKey(), await findingsOf(project)]).toEqual([[], []]);
  });

  it('are not renewed by what concerns no text of the project', async () => {
    const project = await running.given.project({ keys: [key('a', 'Invoice', 'Beleg')] });
    const other = await running.given.project({ organization: project.organization });
    const id = await addTerm(project.api, INVOICE);
    await findingsOf(project);
    const rows = async () => (await project.api.get(`projects/${project.id}/checks`)).body;
    const before = await rows();
    await project.api.patch(`glossary/${id}`, { definition: 'A bill' });
    await addTerm(project.api, { term: 'file', projectIds: [other.id], translations: { de: ['Akte'] } });
    expect(await rows()).toEqual(before);
    expect(await findingsOf(project)).toEqual(['a de term_missing']);
  });

  it('concern the projects of a term only', async () => {
    const one = await running.given.project({ keys: [key('a', 'Invoice', 'Beleg')] });
    const other = await running.given.project({
      ...{ organization: one.organization, keys: [key('a', 'Invoice', 'Beleg')] },
    });
    await addTerm(one.api, { ...INVOICE, projectIds: [one.id] });
    expect([await findingsOf(one), await findingsOf(other)]).toEqual([['a de term_missing'], []]);
    const foreign = await running.given.project({ keys: [key('a', 'Invoice', 'Beleg')] });
    expect(await findingsOf(foreign)).toEqual([]);
  });

  it('refuse an import with failOn', async () => {
    const project = await running.given.project({ keys: [{ name: 'a', value: 'Invoice' }] });
    await addTerm(project.api, INVOICE);
    const query = 'format=json&language=de&failOn=term_missing';
    const send = (body: string) => project.api.send('POST', `projects/${project.id}/import?${query}`, { body });
    expect(await send('{"a":"Beleg"}')).toMatchObject({ status: 400, body: { code: 'checks_failed' } });
    expect(await send('{"a":"Rechnung"}')).toMatchObject({ status: 200 });
  });

  it('keep a term that is not translated, in its case if that matters', async () => {
    const project = await running.given.project({
      keys: [
        key('kept', 'Open Acme Cloud', 'Acme Cloud öffnen'),
        key('lost', 'Open Acme Cloud', 'Wolke öffnen'),
        key('it', 'Make it so', 'Mach das'),
        key('IT', 'Our IT', 'Unsere EDV'),
      ],
    });
    await addTerm(project.api, { term: 'Acme Cloud', doNotTranslate: true });
    await addTerm(project.api, { term: 'IT', caseSensitive: true, doNotTranslate: true });
    expect(await findingsOf(project)).toEqual(['lost de term_missing', 'IT de term_missing']);
  });
});
