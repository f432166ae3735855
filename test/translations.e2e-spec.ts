import { createHash } from 'node:crypto';
import { type RunningApp, startApp } from './support/start-app';

describe('GET /projects/:id/translations', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = () =>
    running.given.project({
      targetLanguages: ['pt-BR', 'de', 'cs'],
      keys: [
        { name: 'home.b', value: 'B', translations: { de: '' } },
        { name: 'a', value: 'A', translations: { de: 'Ä', 'pt-BR': 'Á' } },
      ],
    });

  it('returns compact JSON with the source language first and key names in code point order', async () => {
    const { id, api } = await given();
    const { status, headers, bytes } = await api.get(`projects/${id}/translations`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toBeNull();
    expect(bytes.toString()).toBe(
      '{"translations":{"en":{"a":"A","home.b":"B"},"pt-BR":{"a":"Á"},"de":{"a":"Ä","home.b":""},"cs":{}}}',
    );
  });

  it('returns the languages of an empty project', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    expect((await api.get(`projects/${id}/translations`)).body).toEqual({ translations: { en: {}, de: {} } });
  });

  it.each([
    ['language=de', '{"de":{"a":"Ä","home.b":""}}'],
    ['language=cs,PT_br', '{"pt-BR":{"a":"Á"},"cs":{}}'],
    ['language=de&language=en', '{"en":{"a":"A","home.b":"B"},"de":{"a":"Ä","home.b":""}}'],
    ['namespace=home', '{"en":{"home.b":"B"},"pt-BR":{},"de":{"home.b":""},"cs":{}}'],
    ['namespace=', '{"en":{"a":"A"},"pt-BR":{"a":"Á"},"de":{"a":"Ä"},"cs":{}}'],
    ['namespace=home&language=de', '{"de":{"home.b":""}}'],
  ])('filters by %s', async (query, translations) => {
    const { id, api } = await given();
    expect((await api.get(`projects/${id}/translations?${query}`)).bytes.toString()).toBe(
      `{"translations":${translations}}`,
    );
  });

  it.each([
    ['language=fr', 'unknown_language', 'language'],
    ['language=*', 'validation_failed', 'language'],
    ['language=', 'validation_failed', 'language'],
    ['namespace=a.b', 'validation_failed', 'namespace'],
    ['languages=de', 'validation_failed', 'languages'],
    ['format=json', 'validation_failed', 'format'],
  ])('refuses %s', async (query, code, parameter) => {
    const { id, api } = await given();
    expect(await api.get(`projects/${id}/translations?${query}`)).toMatchObject({
      status: 400,
      body: { code, errors: [{ parameter }] },
    });
  });

  it('keeps names that a JavaScript object would reorder or lose', async () => {
    const { id, api } = await running.given.project({
      targetLanguages: [],
      keys: ['b', '10', '9', '__proto__', 'constructor'].map((name) => ({ name, value: name })),
    });
    expect((await api.get(`projects/${id}/translations`)).bytes.toString()).toBe(
      '{"translations":{"en":{"10":"10","9":"9","__proto__":"__proto__","b":"b","constructor":"constructor"}}}',
    );
  });

  it('responds with 304 until the texts change', async () => {
    const { id, api, keyIds } = await given();
    const first = await api.get(`projects/${id}/translations`);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toBe(`"${createHash('sha256').update(first.bytes).digest('hex')}"`);
    const again = () => api.get(`projects/${id}/translations`, { headers: { 'if-none-match': tag } });
    expect(await again()).toMatchObject({ status: 304 });
    await api.put(`keys/${keyIds[0]}`, { translations: { cs: 'B' } });
    expect(await again()).toMatchObject({ status: 200, body: { translations: { cs: { 'home.b': 'B' } } } });
  });

  it('compresses large responses and responds to HEAD with headers only', async () => {
    const { id, api } = await running.given.project({ keys: [{ name: 'a', value: 'A'.repeat(5_000) }] });
    const path = `projects/${id}/translations`;
    const coded = await api.get(path, { headers: { 'accept-encoding': 'br' } });
    expect(coded.headers.get('content-encoding')).toBe('br');
    expect(coded.headers.get('etag')).toMatch(/-br"$/);
    expect(coded.body.translations.en.a).toHaveLength(5_000);
    const head = await api.send('HEAD', path, { headers: { 'accept-encoding': 'br' } });
    expect(head).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    expect(head.headers.get('etag')).toBe(coded.headers.get('etag'));
    expect(head.headers.get('content-length')).toBe(coded.headers.get('content-length'));
  });

  it('requires translations:read and responds with 404 to other organizations', async () => {
    const { id, organization } = await given();
    const { api } = await running.given.apiKey({ organization, scopes: ['projects:read', 'translations:write'] });
    expect(await api.get(`projects/${id}/translations`)).toMatchObject({
      status: 403,
      body: { code: 'missing_scope', scope: 'translations:read' },
    });
    expect((await running.operator.get(`projects/${id}/translations`)).status).toBe(404);
  });
});
