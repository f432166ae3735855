import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { Json } from './support/client';
import { rawExchange } from './support/raw-request';
import { type RunningApp, startApp } from './support/start-app';

describe('GET /projects/:id/export', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = () =>
    running.given.project({
      name: 'Web shop',
      targetLanguages: ['de', 'pt-BR'],
      keys: [
        { name: 'b', value: 'B' },
        { name: 'a', value: 'A', translations: { de: 'Ä' } },
        { name: 'home.title', value: 'Welcome', translations: { de: 'Willkommen', 'pt-BR': '' } },
        { name: 'shop.title', value: 'Shop', translations: { 'pt-BR': 'Loja' } },
      ],
    });
  type Project = Awaited<ReturnType<typeof given>>;
  const large = () =>
    running.given.project({
      keys: [
        { name: 'a', value: 'A ä 😀'.repeat(1_000) },
        { name: 'b', value: 'B'.repeat(2_000) },
      ],
    });

  const text = async ({ id, api }: Project, query = ''): Promise<string> =>
    (await api.get(`projects/${id}/export?${query}`)).bytes.toString();
  const zip = async ({ id, api }: Project, query: string): Promise<Json> => {
    const { bytes } = await api.get(`projects/${id}/export?${query}`);
    return Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(bytes))).map(([path, file]) => [
        path,
        JSON.parse(Buffer.from(file).toString()),
      ]),
    );
  };

  it('returns the source language as a flat map by default', async () => {
    const { id, api } = await given();
    const { status, headers, bytes } = await api.get(`projects/${id}/export`);
    expect(status).toBe(200);
    expect(bytes.toString()).toBe(
      '{\n  "a": "A",\n  "b": "B",\n  "home.title": "Welcome",\n  "shop.title": "Shop"\n}\n',
    );
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(headers.get('content-disposition')).toBe('attachment; filename=en.json');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Authorization, Accept-Encoding');
  });

  it('returns an empty map for an empty project', async () => {
    expect(await text(await running.given.project())).toBe('{}\n');
  });

  it('returns the keys in code point order', async () => {
    const names = ['1', '10', '2', 'A', 'B.a', '_', 'a', 'ä', '漢', '\uffee', '😀'];
    const project = await running.given.project({ keys: [...names].reverse().map((name) => ({ name, value: '' })) });
    const lines = (await text(project)).split('\n').slice(1, -2);
    expect(lines.map((line) => JSON.parse(/^ {2}(".*"): "",?$/.exec(line)?.[1] ?? ''))).toEqual(names);
  });

  it('omits untranslated keys or returns them with an empty text', async () => {
    const project = await given();
    expect(JSON.parse(await text(project, 'language=pt-BR'))).toEqual({ 'home.title': '', 'shop.title': 'Loja' });
    expect(JSON.parse(await text(project, 'language=de&untranslated=empty'))).toEqual({
      a: 'Ä',
      b: '',
      'home.title': 'Willkommen',
      'shop.title': '',
    });
  });

  it('uses texts of the fallback language for missing texts but not for empty ones', async () => {
    const project = await given();
    expect(JSON.parse(await text(project, 'language=pt_br&fallback=EN'))).toEqual({
      a: 'A',
      b: 'B',
      'home.title': '',
      'shop.title': 'Loja',
    });
    expect(JSON.parse(await text(project, 'language=pt-BR&fallback=de&untranslated=empty'))).toEqual({
      a: 'Ä',
      b: '',
      'home.title': '',
      'shop.title': 'Loja',
    });
    expect(JSON.parse(await text(project, 'language=de&fallback=de'))).toEqual({ a: 'Ä', 'home.title': 'Willkommen' });
  });

  it('returns only the keys of a namespace, with or without its name', async () => {
    const project = await given();
    expect(JSON.parse(await text(project, 'namespace=home'))).toEqual({ 'home.title': 'Welcome' });
    expect(JSON.parse(await text(project, 'namespace=home&stripNamespace=true'))).toEqual({ title: 'Welcome' });
    expect(JSON.parse(await text(project, 'namespace='))).toEqual({ a: 'A', b: 'B' });
    expect(await text(project, 'namespace=none')).toBe('{}\n');
  });

  it('leaves out the keys of other namespaces, whose names have one part or several', async () => {
    const { id, api } = await given();
    for (const name of ['shop.cart', 'shop.cart.title', 'shop.cart.', 'shop.carts.title', 'shop,x.title', 'shop.'])
      await api.post(`projects/${id}/keys`, { name, value: name });
    const names = async (query: string): Promise<string[]> =>
      Object.keys(JSON.parse((await api.get(`projects/${id}/export?${query}`)).bytes.toString()));
    const others = ['a', 'b', 'home.title', 'shop,x.title'];
    // A dot at the end of a name ends no namespace.
    expect(await names('excludeNamespace=shop')).toEqual([...others, 'shop.']);
    expect(await names('excludeNamespace=shop.cart')).toEqual([
      ...others,
      ...['shop.', 'shop.cart', 'shop.cart.', 'shop.carts.title', 'shop.title'],
    ]);
    expect(await names('excludeNamespace=shop&excludeNamespace=home&excludeNamespace=shop,x')).toEqual([
      'a',
      'b',
      'shop.',
    ]);
    expect(await names('namespace=shop&stripNamespace=true&excludeNamespace=shop.cart')).toEqual([
      '',
      'cart',
      'cart.',
      'carts.title',
      'title',
    ]);
    expect(await names('excludeNamespace=none&namespace=home')).toEqual(['home.title']);
    expect(await api.get(`projects/${id}/export?excludeNamespace=`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'excludeNamespace' }] },
    });
  });

  it('compares only the names of the keys that it has', async () => {
    const project = await given();
    const query = 'stripNamespace=true&excludeNamespace=shop';
    expect(JSON.parse(await text(project, query))).toEqual({ a: 'A', b: 'B', title: 'Welcome' });
    expect(Object.keys(await zip(project, `language=*&${query}`))).toEqual(['en.json', 'de.json', 'pt-BR.json']);
    await project.api.post(`projects/${project.id}/keys`, { name: 'homeTitle', value: 'Home' });
    const arb = 'format=arb&arbNames=camel&language=en';
    expect(JSON.parse(await text(project, arb))).toMatchObject({ code: 'duplicate_key' });
    expect(JSON.parse(await text(project, `${arb}&excludeNamespace=home`))).toMatchObject({ homeTitle: 'Home' });
  });

  it('has no file of an excluded namespace in a zip', async () => {
    const project = await given();
    const paths = async (query: string): Promise<string[]> => Object.keys(await zip(project, query));
    const all = 'format=i18next&language=en,de&perNamespace=true';
    expect(await paths(all)).toContain('en/shop.json');
    expect(await paths(`${all}&excludeNamespace=shop`)).toEqual(
      (await paths(all)).filter((path) => !path.endsWith('/shop.json')),
    );
  });

  it('refuses to strip namespaces when two keys would have the same name', async () => {
    const { id, api } = await given();
    expect(await api.get(`projects/${id}/export?stripNamespace=true`)).toMatchObject({
      status: 400,
      body: { code: 'duplicate_key', errors: [{ parameter: 'stripNamespace', key: 'title' }] },
    });
  });

  describe('of several languages', () => {
    it('returns a zip with a file per language, in the order of the project', async () => {
      const project = await given();
      const all = await zip(project, 'language=*');
      expect(Object.keys(all)).toEqual(['en.json', 'de.json', 'pt-BR.json']);
      expect(all['de.json']).toEqual({ a: 'Ä', 'home.title': 'Willkommen' });
      expect(Object.keys(await zip(project, 'language=pt-BR,en'))).toEqual(['en.json', 'pt-BR.json']);
      expect(Object.keys(await zip(project, 'language=PT_br&language=de'))).toEqual(['de.json', 'pt-BR.json']);
    });

    it('names the zip after the project and fixes its time stamps', async () => {
      const { id, api } = await given();
      const { headers, bytes } = await api.get(`projects/${id}/export?language=*`);
      expect(headers.get('content-type')).toBe('application/zip');
      expect(headers.get('content-disposition')).toBe('attachment; filename="Web shop.zip"');
      expect([bytes.readUInt16LE(10), bytes.readUInt16LE(12)]).toEqual([0, 0x21]);
    });

    it('returns a zip for all languages of a project with only one', async () => {
      expect(Object.keys(await zip(await running.given.project({ targetLanguages: [] }), 'language=*'))).toEqual([
        'en.json',
      ]);
    });

    it('returns one file in a format with several languages per file', async () => {
      const { id, api } = await given();
      const { headers, bytes } = await api.get(`projects/${id}/export?language=*&format=csv`);
      expect(headers.get('content-disposition')).toBe('attachment; filename="Web shop.csv"');
      expect(bytes.toString().split(/\r?\n/)[0]).toMatch(/en.*de.*pt-BR/);
    });
  });

  describe('Content-Disposition', () => {
    it.each([
      ['a "quoted" name', `attachment; filename="a \\"quoted\\" name.zip"`],
      ['Größe', `attachment; filename="Gr??e.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.zip`],
      ['価格 €', `attachment; filename="?? ?.zip"; filename*=UTF-8''%E4%BE%A1%E6%A0%BC%20%E2%82%AC.zip`],
      ['50% off', 'attachment; filename="50% off.zip"'],
      ['a/b', 'attachment; filename=a-b.zip'],
      ['../../etc/passwd', 'attachment; filename=..-..-etc-passwd.zip'],
      ['a\\b', 'attachment; filename=a-b.zip'],
      ['a;b=c', 'attachment; filename="a;b=c.zip"'],
    ])('encodes the project name %j as RFC 6266 requires', async (name, disposition) => {
      const { id, api } = await running.given.project({ name });
      const { headers } = await api.get(`projects/${id}/export?language=*`);
      expect(headers.get('content-disposition')).toBe(disposition);
    });
  });

  describe('conditional requests', () => {
    it('returns the SHA-256 of the bytes as a strong entity tag', async () => {
      const { id, api } = await given();
      const { headers, bytes } = await api.get(`projects/${id}/export`);
      expect(headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    });

    it.each([
      ['the entity tag', (hash: string) => `"${hash}"`],
      ['the entity tag of gzip', (hash: string) => `"${hash}-gzip"`],
      ['the entity tag of brotli', (hash: string) => `"${hash}-br"`],
      ['a weak entity tag', (hash: string) => `W/"${hash}"`],
      ['a list of entity tags', (hash: string) => `"x", W/"${hash}-br" , "y"`],
      ['an asterisk', () => '*'],
    ])('responds with 304 to %s, with headers and without a body', async (_, tag) => {
      const { id, api } = await given();
      const hash = (await api.get(`projects/${id}/export`)).headers.get('etag')?.slice(1, 65) ?? '';
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, bytes } = await api.send(method, `projects/${id}/export`, {
          headers: { 'if-none-match': tag(hash) },
        });
        expect({ status, bytes: bytes.length }).toEqual({ status: 304, bytes: 0 });
        expect(headers.get('etag')).toContain(hash);
        expect(headers.get('cache-control')).toBe('private, no-cache');
        expect(headers.get('vary')).toBe('Authorization, Accept-Encoding');
        expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
      }
    });

    it.each(['"x"', 'x', '', '"', 'W/', `"${'0'.repeat(64)}"`])('responds with 200 to %j', async (tag) => {
      const { id, api } = await given();
      expect((await api.get(`projects/${id}/export`, { headers: { 'if-none-match': tag } })).status).toBe(200);
    });

    it('changes the entity tag with the content and returns to it when the change is reverted', async () => {
      const { id, api, keyIds } = await given();
      const tag = async () => (await api.get(`projects/${id}/export`)).headers.get('etag');
      const before = await tag();
      await api.put(`keys/${keyIds[0]}`, { value: 'X' });
      const after = await tag();
      await api.put(`keys/${keyIds[0]}`, { value: 'B' });
      expect(after).not.toBe(before);
      expect(await tag()).toBe(before);
    });

    it('responds with 404 to API keys without access that ask together with one that has it', async () => {
      const { id, api, organization } = await given();
      const other = await running.given.organization();
      const { id: another } = await running.given.project({ organization });
      const limited = await running.given.apiKey({ organization, projectIds: [another] });
      const callers = [other.api, api, limited.api, running.operator, api];
      const responses = await Promise.all(callers.map((caller) => caller.get(`projects/${id}/export`)));
      expect(responses.map(({ status }) => status)).toEqual([404, 200, 404, 404, 200]);
    });

    it('responds with 404 or 401 to a client without access, whatever the entity tag', async () => {
      const { id } = await given();
      const stranger = await running.given.organization();
      const headers = { 'if-none-match': '*' };
      expect((await stranger.api.get(`projects/${id}/export`, { headers })).status).toBe(404);
      expect((await running.anonymous.get(`projects/${id}/export`, { headers })).status).toBe(401);
    });
  });

  describe('compression', () => {
    const raw = (project: Project, acceptEncoding: string): Promise<string> =>
      rawExchange(running.url, [
        `GET /api/v1/projects/${project.id}/export HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${project.organization.secret}\r\n${acceptEncoding}\r\n`,
      ]);

    it.each([
      ['Accept-Encoding: gzip\r\n', 'gzip'],
      ['Accept-Encoding: br\r\n', 'br'],
      ['Accept-Encoding: gzip, br\r\n', 'br'],
      ['Accept-Encoding: gzip, deflate, br;q=0.5\r\n', 'gzip'],
      ['Accept-Encoding: *\r\n', 'br'],
      ['', undefined],
      ['Accept-Encoding: \r\n', undefined],
      ['Accept-Encoding: identity\r\n', undefined],
      ['Accept-Encoding: gzip;q=0\r\n', undefined],
      ['Accept-Encoding: deflate\r\n', undefined],
      ['Accept-Encoding: identity;q=0, *;q=0\r\n', undefined],
      ['Accept-Encoding: ;;;,,=\r\n', undefined],
    ])('negotiates %j to %s with the same content', async (header, coding) => {
      const project = await large();
      const answer = await raw(project, header);
      const [head = '', ...rest] = answer.split('\r\n\r\n');
      const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
      expect(/\r\ncontent-encoding: (\w+)/i.exec(head)?.[1]).toBe(coding);
      expect(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]).toBe(String(body.length));
      const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
      expect(plain.toString()).toBe(await text(project));
      const suffix = coding === undefined ? '' : `-${coding}`;
      expect(/\r\netag: (.*)/i.exec(head)?.[1]).toBe(`"${createHash('sha256').update(plain).digest('hex')}${suffix}"`);
    });

    it('does not compress a zip', async () => {
      const { id, api } = await large();
      const { headers } = await api.get(`projects/${id}/export?language=*`, { headers: { 'accept-encoding': 'gzip' } });
      expect(headers.get('content-encoding')).toBeNull();
    });
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const { id, api } = await large();
    for (const query of ['', 'language=*', 'format=po&language=de']) {
      for (const coding of ['identity', 'gzip']) {
        const call = { headers: { 'accept-encoding': coding } };
        const get = await api.get(`projects/${id}/export?${query}`, call);
        const head = await api.send('HEAD', `projects/${id}/export?${query}`, call);
        expect({ status: head.status, bytes: head.bytes.length }).toEqual({ status: 200, bytes: 0 });
        for (const name of [
          'etag',
          'content-type',
          'content-disposition',
          'content-length',
          'content-encoding',
          'vary',
        ]) {
          expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
        }
      }
    }
  });

  it('returns the same bytes for the same data in any project and service', async () => {
    const [one, other] = [await given(), await given()];
    for (const query of [
      '',
      'language=*',
      'language=de&format=xlsx',
      'format=csv&language=*',
      'format=yaml&language=de',
    ]) {
      const get = async ({ id, api }: Project) => (await api.get(`projects/${id}/export?${query}`)).headers.get('etag');
      expect(await get(one)).toBe(await get(other));
    }
  });

  it.each([
    ['format=x', 'validation_failed'],
    ['format=', 'validation_failed'],
    ['language=fr', 'unknown_language'],
    ['language=de,fr', 'unknown_language'],
    ['language=', 'validation_failed'],
    ['language=!', 'validation_failed'],
    ['fallback=fr', 'unknown_language'],
    ['untranslated=x', 'validation_failed'],
    ['stripNamespace=1', 'validation_failed'],
    ['namespace=a.b', 'validation_failed'],
    ['namespace=%00', 'validation_failed'],
    ['lang=de', 'validation_failed'],
    ['format=json&format=po', 'validation_failed'],
  ])('refuses %s', async (query, code) => {
    const { id, api } = await given();
    const parameter = query.split('=')[0];
    expect(await api.get(`projects/${id}/export?${query}`)).toMatchObject({
      status: 400,
      body: { code, errors: [{ parameter }] },
    });
  });

  it('keeps both a and a.b in nested output', async () => {
    const project = await running.given.project({
      keys: ['a', 'a.b', 'a.c.d', 'list[0]', 'list[1]', 'gap[1]'].map((name) => ({ name, value: name })),
    });
    expect(JSON.parse(await text(project, 'format=json-nested'))).toEqual({
      a: 'a',
      'a.b': 'a.b',
      'a.c.d': 'a.c.d',
      list: ['list[0]', 'list[1]'],
      'gap[1]': 'gap[1]',
    });
  });

  describe('with texts that the format cannot hold', () => {
    const unwritable = Array.from({ length: 120 }, (_, i) => ({ name: `key${i + 100}`, value: '\u0001' }));
    const withUnwritable = (): ReturnType<typeof given> =>
      running.given.project({ keys: [...unwritable, { name: 'fine', value: 'Fine', translations: { de: '\u0002' } }] });

    it('is refused with up to 100 of the keys', async () => {
      const { id, api } = await withUnwritable();
      const { status, body } = await api.get(`projects/${id}/export?format=resx`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'unwritable_text', detail: expect.stringContaining('(and 119 more)') });
      expect(body.errors.map(({ key }: Json) => key)).toEqual(unwritable.slice(0, 100).map(({ name }) => name));
    });

    it('is refused with the language of each key, for a zip', async () => {
      const { id, api } = await running.given.project({
        keys: [{ name: 'a', value: 'A', translations: { de: '\u0002' } }],
      });
      expect(await api.get(`projects/${id}/export?format=resx&language=*`)).toMatchObject({
        status: 400,
        body: { code: 'unwritable_text', errors: [{ key: 'a', language: 'de' }] },
      });
    });

    it('has all other keys with unwritable=skip, and a warning for each that is left out', async () => {
      const { id, api } = await withUnwritable();
      const path = `projects/${id}/export?format=resx&unwritable=skip`;
      const { status, bytes, headers } = await api.get(path);
      expect({ status, warnings: headers.get('x-export-warnings') }).toEqual({ status: 200, warnings: '120' });
      expect(bytes.toString().match(/<data [^>]*>/g)).toEqual(['<data name="fine" xml:space="preserve">']);
      const { body } = await api.get(`${path}&details=true`);
      expect(body.warnings[0]).toMatchObject({ code: 'unwritable_text', key: 'key100' });
    });
  });

  it('adds its Vary header to the Vary header of CORS', async () => {
    const other = await startApp({ corsOrigins: ['https://a.example.com', 'https://b.example.com'] });
    try {
      const { id, api } = await other.given.project();
      const { headers } = await api.get(`projects/${id}/export`, { headers: { origin: 'https://b.example.com' } });
      expect(headers.get('vary')?.split(/, */).sort()).toEqual(['Accept-Encoding', 'Authorization', 'Origin']);
    } finally {
      await other.close();
    }
  });

  it('returns a consistent snapshot while imports run', async () => {
    const project = await running.given.project();
    const keys = Array.from({ length: 300 }, (_, i) => `k${i}`);
    const fileOf = (value: number): string => JSON.stringify(Object.fromEntries(keys.map((key) => [key, `${value}`])));
    const write = async (): Promise<void> => {
      for (let i = 0; i < 6; i++) {
        const { status } = await project.api.send('POST', `projects/${project.id}/import?language=de&format=json`, {
          body: fileOf(i),
        });
        expect(status).toBe(200);
      }
    };
    let writing = true;
    const read = async (): Promise<number> => {
      let reads = 0;
      for (; writing; reads++) {
        const texts = Object.values(JSON.parse(await text(project, 'language=de')) as Record<string, string>);
        expect([0, keys.length]).toContain(texts.length);
        expect(new Set(texts).size).toBeLessThanOrEqual(1);
      }
      return reads;
    };
    const reading = [read(), read()];
    await write().finally(() => (writing = false));
    expect(Math.min(...(await Promise.all(reading)))).toBeGreaterThan(0);
  });
});
