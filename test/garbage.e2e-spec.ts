import fc from 'fast-check';
import { rawExchange } from './support/raw-request';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

/** The statuses of the specification's seven operations. */
const STATUSES = [200, 201, 304, 400, 401, 403, 404, 429];
const RUNS = { numRuns: samples(50), seed: 20_261_120 };

const OPERATIONS = [
  ['GET', 'projects'],
  ['GET', 'projects/:project/translations'],
  ['POST', 'projects/:project/keys'],
  ['PUT', 'keys/:key'],
  ['DELETE', 'keys/:key'],
  ['POST', 'projects/:project/import'],
  ['GET', 'projects/:project/export'],
] as const;

/** Texts that break programs. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '\udc00x',
    '__proto__',
    'constructor',
    'toString',
    '"',
    '\\',
    "'; --",
    '%',
    '%00',
    '%ff',
    '\r\nX-Evil: 1',
    '😀',
    '\u202e',
    '../..',
    '${x}',
    '{count, plural, one {#',
    'null',
    '-1',
    '1e999',
    'NaN',
    '*',
    '\ufeff',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const nastyJson = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  fc.dictionary(
    fc.oneof(fc.constantFrom('name', 'value', 'translations', 'description', 'namespace', 'id'), nastyText),
    fc.oneof(nastyText, fc.integer(), fc.constant(null), fc.jsonValue({ maxDepth: 2 })),
  ),
);
const latin1 = (value: string): string => Buffer.from(value).toString('latin1');

describe('the API with invalid and random input', () => {
  let running: RunningApp;
  let secret: string;
  let project: string;
  let key: string;
  beforeAll(async () => {
    running = await startApp({ maxUploadBytes: 200_000 });
    const given = await running.given.project({
      name: 'a "quoted" 価格',
      keys: [
        { name: 'a', value: 'A' },
        { name: 'b.c', value: 'B' },
      ],
    });
    ({ id: project } = given);
    ({ secret } = given.organization);
    key = given.keyIds[0] ?? '';
  });
  afterAll(() => running.close());

  const fillPath = (path: string): string => `/api/v1/${path.replace(':project', project).replace(':key', key)}`;
  const head = (method: string, target: string, headers: readonly string[] = []): string =>
    [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
  const authorized = (...headers: string[]): string[] => [`Authorization: Bearer ${secret}`, ...headers];

  /** Sends a request and returns the status of its response, which must be one of the specification. */
  const getStatus = async (...pieces: (string | Buffer)[]): Promise<number> => {
    const response = await rawExchange(running.url, pieces);
    const status = Number(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)*HTTP\/1\.1 (\d+) /.exec(response)?.[1]);
    if (!STATUSES.includes(status))
      throw new Error(`${status} to ${String(pieces[0]).slice(0, 500)}: ${response.slice(0, 500)}`);
    expect(response).not.toMatch(/\r\nX-Evil/i);
    if (status >= 400 && !String(pieces[0]).startsWith('HEAD')) {
      expect(response).toMatch(/\r\ncontent-type: application\/problem\+json/i);
      // A request that Node's parser refuses has no caller to count it to.
      const isCounted = !response.includes('the request is not well-formed HTTP');
      expect(/\r\nx-ratelimit-remaining: /i.test(response)).toBe(isCounted);
    }
    return status;
  };
  const requestWithBody = (
    method: string,
    target: string,
    headers: readonly string[],
    body: string | Buffer,
  ): [string, Buffer] => {
    const bytes = Buffer.from(body);
    return [head(method, target, authorized(...headers, `Content-Length: ${bytes.length}`)), bytes];
  };

  describe.each(OPERATIONS)('%s %s', (method, path) => {
    it('responds with a status of the specification to a random query', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.tuple(
              fc.oneof(
                fc.constantFrom(
                  'limit',
                  'cursor',
                  'language',
                  'namespace',
                  'format',
                  'fallback',
                  'untranslated',
                  'stripNamespace',
                  'conflict',
                  'empty',
                  'dryRun',
                ),
                nastyText,
              ),
              nastyText,
            ),
            { maxLength: 4 },
          ),
          fc.boolean(),
          async (parameters, escaped) => {
            const write = (text: string): string =>
              escaped ? encodeURIComponent(text.toWellFormed()) : latin1(text).replace(/[\0-\x20\x7f]/g, '%0A');
            const query = parameters.map(([name, value]) => `${write(name)}=${write(value)}`).join('&');
            const [first, body] = requestWithBody(
              method,
              `${fillPath(path)}?${query}`,
              [],
              method === 'DELETE' ? '' : '{"a":1}',
            );
            // Without a query, a DELETE would delete the key of the other cases.
            await getStatus(query === '' && method === 'DELETE' ? first.replace(key, project) : first, body);
          },
        ),
        RUNS,
      ));

    it('responds with 400 or 404 to a random id', () =>
      fc.assert(
        fc.asyncProperty(nastyText, async (id) => {
          const escaped = encodeURIComponent(id.toWellFormed());
          const target = path.includes(':')
            ? `/api/v1/${path.replace(/:\w+/, escaped)}`
            : `${fillPath(path)}/${escaped}`;
          const status = await getStatus(...requestWithBody(method, target, ['Content-Type: application/json'], '{}'));
          expect([400, 404]).toContain(status);
        }),
        RUNS,
      ));

    it('responds with a status of the specification to random headers', () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(
            'Accept',
            'Accept-Encoding',
            'If-None-Match',
            'Content-Type',
            'X-Request-Id',
            'Authorization',
            'Range',
            'Expect',
            'Cookie',
            'Origin',
            'X-Forwarded-For',
            'Upgrade',
            'Content-Encoding',
            'Accept-Language',
            'If-Modified-Since',
            'Traceparent',
          ),
          fc.oneof(
            nastyText,
            fc.constantFrom(
              'W/"',
              'gzip;q=x',
              '*/*;q=',
              'bytes=0-1',
              'multipart/form-data',
              'websocket',
              '"*"',
              'x'.repeat(8_000),
            ),
          ),
          async (name, value) => {
            const clean = latin1(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
            await getStatus(
              ...requestWithBody(
                method,
                fillPath(path).replace(key, project),
                [`${name}: ${clean}`],
                method === 'GET' ? '' : '{}',
              ),
            );
          },
        ),
        RUNS,
      ));

    it.each([
      ['HEAD', [200, 404]],
      ['OPTIONS', [404]],
      ['TRACE', [404]],
      ['PROPFIND', [404]],
      ['PATCH', [404]],
      ['SEARCH', [404]],
    ])('responds to the method %s with one of %j', async (other, statuses) => {
      expect(statuses).toContain(await getStatus(head(other, fillPath(path), authorized())));
    });

    it('responds with 401 to a missing or malformed API key, and accepts two Authorization headers', async () => {
      const target = fillPath(path);
      expect(await getStatus(head(method, target))).toBe(401);
      expect(await getStatus(head(method, target, ['Authorization: Bearer \x80\xff']))).toBe(401);
      expect(await getStatus(head(method, target, ['Content-Type: nonsense', 'Content-Length: 1']), 'x')).toBe(401);
      await getStatus(
        head(
          method,
          target.replace(key, project),
          authorized('Authorization: Bearer x', 'Host: y', 'Content-Type: a/b', 'Content-Type: c/d'),
        ),
      );
    });

    it('responds to an absolute URL as to its path, and to a URL of any length', async () => {
      const target = fillPath(path).replace(key, project);
      const statusOfAbsolute = await getStatus(head(method, `http://example.com${target}`, authorized()));
      expect(statusOfAbsolute).toBe(await getStatus(head(method, target, authorized())));
      await getStatus(head(method, `${target}?x=${'x'.repeat(50_000)}`, authorized()));
      await getStatus(head(method, `${target}/${'x'.repeat(50_000)}`, authorized()));
      // Node's parser refuses this length. It must send a response all the same.
      expect(
        await rawExchange(running.url, [head(method, `${target}?x=${'x'.repeat(200_000)}`, authorized())]),
      ).toMatch(/^HTTP\/1.1 4/);
    });
  });

  describe.each([
    ['POST', 'projects/:project/keys'],
    ['PUT', 'keys/:key'],
    ['POST', 'projects/:project/keys/batch'],
    ['POST', 'projects'],
    ['PATCH', 'projects/:project'],
  ])('%s %s with a JSON body', (method, path) => {
    const JSON_TYPE = 'Content-Type: application/json';

    it('responds with a status of the specification to random JSON', () =>
      fc.assert(
        fc.asyncProperty(nastyJson, async (value) => {
          await getStatus(...requestWithBody(method, fillPath(path), [JSON_TYPE], JSON.stringify(value)));
        }),
        RUNS,
      ));

    it('responds with a status of the specification to random JSON in a field', () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(
            'name',
            'value',
            'translations',
            'description',
            'namespace',
            'create',
            'update',
            'delete',
            'addLanguages',
          ),
          nastyJson,
          async (field, value) => {
            const body = JSON.stringify({
              ...(field !== 'name' && method === 'POST' ? { name: 'x', value: '' } : {}),
              [field]: value,
            });
            await getStatus(...requestWithBody(method, fillPath(path), [JSON_TYPE], body));
          },
        ),
        RUNS,
      ));

    it('responds with a status of the specification to random bytes', () =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, around) => {
          const body = around
            ? Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')])
            : Buffer.from(bytes);
          await getStatus(...requestWithBody(method, fillPath(path), [JSON_TYPE], body));
        }),
        RUNS,
      ));

    it.each<[string, string[], string | Buffer]>([
      ['of 100,000 nested arrays', [JSON_TYPE], '['.repeat(100_000) + ']'.repeat(100_000)],
      ['of 100,000 nested objects', [JSON_TYPE], '{"name":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
      ['that is deep and incomplete', [JSON_TYPE], '['.repeat(500_000)],
      [
        'that is deep in a field',
        [JSON_TYPE],
        `{"name":"x","translations":${'{"de":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      ],
      ['of more than 1 MiB', [JSON_TYPE], `{"name":"${'x'.repeat(11 * 1_048_576)}"}`],
      ['of 60,000 fields', [JSON_TYPE], `{${Array.from({ length: 60_000 }, (_, i) => `"${i}":${i}`).join()}}`],
      [
        'with 60,000 languages',
        [JSON_TYPE],
        `{"translations":{${Array.from({ length: 60_000 }, (_, i) => `"${i}":${i}`).join()}}}`,
      ],
      [
        'with a list of 60,000 items',
        [JSON_TYPE],
        `{"addLanguages":[${Array.from({ length: 60_000 }, (_, i) => `"${i}"`).join()}]}`,
      ],
      ['with __proto__', [JSON_TYPE], '{"__proto__":{"name":"x"},"name":"x"}'],
      ['with __proto__ in an escape', [JSON_TYPE], '{"\\u005f_proto__":{"name":"x"},"value":"x"}'],
      ['with constructor.prototype', [JSON_TYPE], '{"constructor":{"prototype":{"x":1}}}'],
      ['with constructor in a field', [JSON_TYPE], '{"name":{"constructor":"x"},"value":{"constructor":{"name":"x"}}}'],
      ['with a list of constructors', [JSON_TYPE], '{"create":[{"constructor":1}],"addLanguages":[{"constructor":1}]}'],
      ['with a member named then', [JSON_TYPE], '{"then":"x","name":{"then":1}}'],
      ['in UTF-16', [JSON_TYPE], Buffer.from('{"name":"x"}', 'utf16le')],
      ['not in UTF-8', [JSON_TYPE], Buffer.from('{"name":"\xff\xfe","value":""}', 'latin1')],
      ['with an overlong NUL', [JSON_TYPE], Buffer.from('{"name":"\xc0\x80","value":""}', 'latin1')],
      ['with surrogates in UTF-8', [JSON_TYPE], Buffer.from('{"name":"\xed\xa0\x80","value":""}', 'latin1')],
      ['with lone surrogates in escapes', [JSON_TYPE], '{"name":"\\ud800","value":"\\udc00"}'],
      ['without a content type', [], '{"name":"x"}'],
      ['of the type text', ['Content-Type: text/plain'], '{"name":"x"}'],
      ['of the type form', ['Content-Type: application/x-www-form-urlencoded'], 'name=x'],
      [
        'of the type multipart',
        ['Content-Type: multipart/form-data; boundary=x'],
        '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n',
      ],
      ['in another charset', ['Content-Type: application/json; charset=latin1'], '{"name":"x"}'],
      ['with a malformed content type', ['Content-Type: ;;;'], '{"name":"x"}'],
      ['that is compressed', [JSON_TYPE, 'Content-Encoding: gzip'], Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
      ['of white space', [JSON_TYPE], ' \n'],
      ['that is empty', [JSON_TYPE], ''],
    ])('responds with 400 to a body %s', async (_, headers, body) => {
      expect(await getStatus(...requestWithBody(method, fillPath(path), headers, body))).toBe(400);
    });
  });

  describe('POST projects/:project/import with an invalid file', () => {
    const importPath = (query = ''): string => `${fillPath('projects/:project/import')}?${query}`;

    it.each(['json', 'json-nested', 'po', 'csv', 'yaml', 'xliff', 'properties', 'android', 'strings', 'xlsx', ''])(
      'responds with a status of the specification to random bytes as the format "%s"',
      (format) =>
        fc.assert(
          fc.asyncProperty(
            fc.oneof(
              fc.uint8Array({ maxLength: 100 }),
              nastyText.map((text) => Buffer.from(`{"a":"${text}"}`)),
            ),
            async (bytes) => {
              const query = format === '' ? 'language=de&dryRun=true' : `format=${format}&language=de&dryRun=true`;
              await getStatus(...requestWithBody('POST', importPath(query), [], Buffer.from(bytes)));
            },
          ),
          { ...RUNS, numRuns: samples(25) },
        ),
    );

    it('responds with a status of the specification to a truncated multipart body', () => {
      const complete = Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nde\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a\\"価\r\n.json"\r\nContent-Type: application/json\r\n\r\n{"a":"X"}\r\n--x--\r\n',
      );
      return fc.assert(
        fc.asyncProperty(fc.nat(complete.length), fc.nat(complete.length), async (cut, change) => {
          const body = Buffer.from(complete.subarray(0, cut));
          if (change < body.length) body[change] = 0;
          await getStatus(
            ...requestWithBody('POST', importPath(), ['Content-Type: multipart/form-data; boundary=x'], body),
          );
        }),
        RUNS,
      );
    });

    it.each([
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'x'.repeat(5_000)}`,
      'multipart/form-data; boundary="',
      'multipart/',
      'multipart/form-data; charset=utf-16; boundary=x',
    ])('responds with 400 to a body of the type %s', async (type) => {
      expect(await getStatus(...requestWithBody('POST', importPath(), [`Content-Type: ${type}`], '--x\r\n\r\n'))).toBe(
        400,
      );
    });
  });

  describe('transport', () => {
    it('accepts a body in many chunks', async () => {
      const body = Array.from('{"name":"chunked","value":""}', (character) => `1\r\n${character}\r\n`);
      const first = head(
        'POST',
        fillPath('projects/:project/keys'),
        authorized('Content-Type: application/json', 'Transfer-Encoding: chunked'),
      );
      expect(await getStatus(first, ...body, '0\r\n\r\n')).toBe(201);
    });

    it('accepts a known and an unknown Expect header', async () => {
      const body = '{"value":"A"}';
      for (const expectation of ['100-continue', 'something-else']) {
        const first = head(
          'PUT',
          fillPath('keys/:key'),
          authorized('Content-Type: application/json', `Content-Length: ${body.length}`, `Expect: ${expectation}`),
        );
        expect(await getStatus(first, body)).toBe(200);
      }
    });

    it('keeps running after a body that ends early', async () => {
      for (const [method, path] of OPERATIONS) {
        const first = head(
          method,
          fillPath(path).replace(key, project),
          authorized('Content-Type: application/json', 'Content-Length: 1000'),
        );
        await expect(rawExchange(running.url, [first, '{"name":'], 100))
          .resolves.toBeDefined()
          .catch(() => undefined);
      }
      expect(await getStatus(head('GET', fillPath('projects'), authorized()))).toBe(200);
    });

    it('ignores the body of a GET request', async () => {
      expect(
        await getStatus(...requestWithBody('GET', fillPath('projects'), ['Content-Type: application/json'], '{')),
      ).toBe(200);
    });

    it('refuses contradictory lengths of a body and closes the connection', async () => {
      for (const headers of [
        ['Content-Length: 1', 'Content-Length: 2'],
        ['Content-Length: 1', 'Transfer-Encoding: chunked'],
        ['Transfer-Encoding: x'],
        ['Content-Length: -1'],
      ]) {
        const response = await rawExchange(running.url, [
          head('POST', fillPath('projects'), authorized(...headers)),
          '{}',
        ]);
        expect(response).toMatch(/^HTTP\/1.1 400 |^$/);
      }
    });

    it('does not fail for bytes that are not HTTP', () =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (bytes) => {
          // Without a response, the service waits for the rest of the headers.
          const response = await rawExchange(running.url, [Buffer.from(bytes), '\r\n\r\n'], 1_000).catch(() => '');
          expect(response).not.toMatch(/^HTTP\/1.1 5/);
        }),
        RUNS,
      ));
  });
});
