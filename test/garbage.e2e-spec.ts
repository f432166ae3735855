import fc from 'fast-check';
import { rawExchange } from './support/raw-request';
import { type RunningApp, startApp } from './support/start-app';

/** The statuses of the specification's seven operations. */
const STATUSES = [200, 201, 304, 400, 401, 403, 404, 429];
const RUNS = { numRuns: 50, seed: 20_261_120 };

const OPERATIONS = [
  ['GET', 'projects'],
  ['GET', 'projects/:project/translations'],
  ['POST', 'projects/:project/keys'],
  ['PUT', 'keys/:key'],
  ['DELETE', 'keys/:key'],
  ['POST', 'projects/:project/import'],
  ['GET', 'projects/:project/export'],
] as const;

/** What breaks programs: each on its own, among others, and around what is right. */
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

describe('garbage', () => {
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

  const pathOf = (path: string): string => `/api/v1/${path.replace(':project', project).replace(':key', key)}`;
  const head = (method: string, target: string, headers: readonly string[] = []): string =>
    [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
  const authorized = (...headers: string[]): string[] => [`Authorization: Bearer ${secret}`, ...headers];

  /** Sends, and returns the status, which must be one of those of the specification. */
  const statusOf = async (...pieces: (string | Buffer)[]): Promise<number> => {
    const answer = await rawExchange(running.url, pieces);
    const status = Number(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)*HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
    if (!STATUSES.includes(status))
      throw new Error(`${status} to ${String(pieces[0]).slice(0, 500)}: ${answer.slice(0, 500)}`);
    expect(answer).not.toMatch(/\r\nX-Evil/i);
    // What Node's parser refuses never becomes a request.
    if (answer.endsWith('"message":"Client Error","statusCode":400}')) return status;
    if (status >= 400 && !String(pieces[0]).startsWith('HEAD')) {
      expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json/i);
      expect(answer).toMatch(/\r\nx-ratelimit-remaining: /i);
    }
    return status;
  };
  const withBody = (
    method: string,
    target: string,
    headers: readonly string[],
    body: string | Buffer,
  ): [string, Buffer] => {
    const bytes = Buffer.from(body);
    return [head(method, target, authorized(...headers, `Content-Length: ${bytes.length}`)), bytes];
  };

  describe.each(OPERATIONS)('at %s %s', (method, path) => {
    it('in the query', () =>
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
            const [first, body] = withBody(
              method,
              `${pathOf(path)}?${query}`,
              [],
              method === 'DELETE' ? '' : '{"a":1}',
            );
            // An option that would delete the key of the other cases.
            await statusOf(query === '' && method === 'DELETE' ? first.replace(key, project) : first, body);
          },
        ),
        RUNS,
      ));

    it('in the place of an id', () =>
      fc.assert(
        fc.asyncProperty(nastyText, async (id) => {
          const escaped = encodeURIComponent(id.toWellFormed());
          const target = path.includes(':') ? `/api/v1/${path.replace(/:\w+/, escaped)}` : `${pathOf(path)}/${escaped}`;
          const status = await statusOf(...withBody(method, target, ['Content-Type: application/json'], '{}'));
          expect([400, 404]).toContain(status);
        }),
        RUNS,
      ));

    it('in headers', () =>
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
            await statusOf(
              ...withBody(
                method,
                pathOf(path).replace(key, project),
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
    ])('with the method %s', async (other, statuses) => {
      expect(statuses).toContain(await statusOf(head(other, pathOf(path), authorized())));
    });

    it('without, with a wrong and with two API keys', async () => {
      const target = pathOf(path);
      expect(await statusOf(head(method, target))).toBe(401);
      expect(await statusOf(head(method, target, ['Authorization: Bearer \x80\xff']))).toBe(401);
      expect(await statusOf(head(method, target, ['Content-Type: nonsense', 'Content-Length: 1']), 'x')).toBe(401);
      await statusOf(
        head(
          method,
          target.replace(key, project),
          authorized('Authorization: Bearer x', 'Host: y', 'Content-Type: a/b', 'Content-Type: c/d'),
        ),
      );
    });

    it('with an absolute target, and with one that is very long', async () => {
      const target = pathOf(path).replace(key, project);
      const whole = await statusOf(head(method, `http://example.com${target}`, authorized()));
      expect(whole).toBe(await statusOf(head(method, target, authorized())));
      await statusOf(head(method, `${target}?x=${'x'.repeat(50_000)}`, authorized()));
      await statusOf(head(method, `${target}/${'x'.repeat(50_000)}`, authorized()));
      // Beyond what the parser takes, it is not a request any more; it must be answered all the same.
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
  ])('in the JSON of %s %s', (method, path) => {
    const JSON_TYPE = 'Content-Type: application/json';

    it('of any shape', () =>
      fc.assert(
        fc.asyncProperty(nastyJson, async (value) => {
          await statusOf(...withBody(method, pathOf(path), [JSON_TYPE], JSON.stringify(value)));
        }),
        RUNS,
      ));

    it('of any shape in the place of a field', () =>
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
            await statusOf(...withBody(method, pathOf(path), [JSON_TYPE], body));
          },
        ),
        RUNS,
      ));

    it('of any bytes', () =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, around) => {
          const body = around
            ? Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')])
            : Buffer.from(bytes);
          await statusOf(...withBody(method, pathOf(path), [JSON_TYPE], body));
        }),
        RUNS,
      ));

    it.each<[string, string[], string | Buffer]>([
      ['100,000 arrays deep', [JSON_TYPE], '['.repeat(100_000) + ']'.repeat(100_000)],
      ['100,000 objects deep', [JSON_TYPE], '{"name":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
      ['deep and broken', [JSON_TYPE], '['.repeat(500_000)],
      ['deep in a field', [JSON_TYPE], `{"name":"x","translations":${'{"de":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
      ['beyond 1 MiB', [JSON_TYPE], `{"name":"${'x'.repeat(11 * 1_048_576)}"}`],
      ['of 60,000 fields', [JSON_TYPE], `{${Array.from({ length: 60_000 }, (_, i) => `"${i}":${i}`).join()}}`],
      [
        'of 60,000 languages',
        [JSON_TYPE],
        `{"translations":{${Array.from({ length: 60_000 }, (_, i) => `"${i}":${i}`).join()}}}`,
      ],
      [
        'of a list of 60,000',
        [JSON_TYPE],
        `{"addLanguages":[${Array.from({ length: 60_000 }, (_, i) => `"${i}"`).join()}]}`,
      ],
      ['with __proto__', [JSON_TYPE], '{"__proto__":{"name":"x"},"name":"x"}'],
      ['with __proto__ in an escape', [JSON_TYPE], '{"\\u005f_proto__":{"name":"x"},"value":"x"}'],
      ['with constructor.prototype', [JSON_TYPE], '{"constructor":{"prototype":{"x":1}}}'],
      ['with constructor in a field', [JSON_TYPE], '{"name":{"constructor":"x"},"value":{"constructor":{"name":"x"}}}'],
      ['with a list of constructors', [JSON_TYPE], '{"create":[{"constructor":1}],"addLanguages":[{"constructor":1}]}'],
      ['with a then', [JSON_TYPE], '{"then":"x","name":{"then":1}}'],
      ['in UTF-16', [JSON_TYPE], Buffer.from('{"name":"x"}', 'utf16le')],
      ['not in UTF-8', [JSON_TYPE], Buffer.from('{"name":"\xff\xfe","value":""}', 'latin1')],
      ['with an overlong NUL', [JSON_TYPE], Buffer.from('{"name":"\xc0\x80","value":""}', 'latin1')],
      ['with surrogates in UTF-8', [JSON_TYPE], Buffer.from('{"name":"\xed\xa0\x80","value":""}', 'latin1')],
      ['with lone surrogates in escapes', [JSON_TYPE], '{"name":"\\ud800","value":"\\udc00"}'],
      ['without a content type', [], '{"name":"x"}'],
      ['as text', ['Content-Type: text/plain'], '{"name":"x"}'],
      ['as a form', ['Content-Type: application/x-www-form-urlencoded'], 'name=x'],
      [
        'as multipart',
        ['Content-Type: multipart/form-data; boundary=x'],
        '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n',
      ],
      ['in another charset', ['Content-Type: application/json; charset=latin1'], '{"name":"x"}'],
      ['of a content type that is none', ['Content-Type: ;;;'], '{"name":"x"}'],
      ['compressed', [JSON_TYPE, 'Content-Encoding: gzip'], Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
      ['only white space', [JSON_TYPE], ' \n'],
      ['nothing', [JSON_TYPE], ''],
    ])('%s is a 400', async (_, headers, body) => {
      expect(await statusOf(...withBody(method, pathOf(path), headers, body))).toBe(400);
    });
  });

  describe('in the file of an import', () => {
    const target = (query = ''): string => `${pathOf('projects/:project/import')}?${query}`;

    it.each(['json', 'json-nested', 'po', 'csv', 'yaml', 'xliff', 'properties', 'android', 'strings', 'xlsx', ''])(
      'of any bytes as %s',
      (format) =>
        fc.assert(
          fc.asyncProperty(
            fc.oneof(
              fc.uint8Array({ maxLength: 100 }),
              nastyText.map((text) => Buffer.from(`{"a":"${text}"}`)),
            ),
            async (bytes) => {
              const query = format === '' ? 'language=de&dryRun=true' : `format=${format}&language=de&dryRun=true`;
              await statusOf(...withBody('POST', target(query), [], Buffer.from(bytes)));
            },
          ),
          { ...RUNS, numRuns: 25 },
        ),
    );

    it('as multipart that is cut anywhere', () => {
      const whole = Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nde\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a\\"価\r\n.json"\r\nContent-Type: application/json\r\n\r\n{"a":"X"}\r\n--x--\r\n',
      );
      return fc.assert(
        fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length), async (cut, change) => {
          const body = Buffer.from(whole.subarray(0, cut));
          if (change < body.length) body[change] = 0;
          await statusOf(...withBody('POST', target(), ['Content-Type: multipart/form-data; boundary=x'], body));
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
    ])('as multipart of %s', async (type) => {
      expect(await statusOf(...withBody('POST', target(), [`Content-Type: ${type}`], '--x\r\n\r\n'))).toBe(400);
    });
  });

  describe('in how it is sent', () => {
    it('in many chunks', async () => {
      const body = Array.from('{"name":"chunked","value":""}', (character) => `1\r\n${character}\r\n`);
      const first = head(
        'POST',
        pathOf('projects/:project/keys'),
        authorized('Content-Type: application/json', 'Transfer-Encoding: chunked'),
      );
      expect(await statusOf(first, ...body, '0\r\n\r\n')).toBe(201);
    });

    it('asking first, for what the service knows and for what it does not', async () => {
      const body = '{"value":"A"}';
      for (const expectation of ['100-continue', 'something-else']) {
        const first = head(
          'PUT',
          pathOf('keys/:key'),
          authorized('Content-Type: application/json', `Content-Length: ${body.length}`, `Expect: ${expectation}`),
        );
        expect(await statusOf(first, body)).toBe(200);
      }
    });

    it('with a body that is broken off: the service lives on', async () => {
      for (const [method, path] of OPERATIONS) {
        const first = head(
          method,
          pathOf(path).replace(key, project),
          authorized('Content-Type: application/json', 'Content-Length: 1000'),
        );
        await expect(rawExchange(running.url, [first, '{"name":'], 100))
          .resolves.toBeDefined()
          .catch(() => undefined);
      }
      expect(await statusOf(head('GET', pathOf('projects'), authorized()))).toBe(200);
    });

    it('with a body on GET', async () => {
      expect(await statusOf(...withBody('GET', pathOf('projects'), ['Content-Type: application/json'], '{'))).toBe(200);
    });

    it('with two lengths, or a length and chunks: refused, and the connection ended', async () => {
      for (const headers of [
        ['Content-Length: 1', 'Content-Length: 2'],
        ['Content-Length: 1', 'Transfer-Encoding: chunked'],
        ['Transfer-Encoding: x'],
        ['Content-Length: -1'],
      ]) {
        const answer = await rawExchange(running.url, [head('POST', pathOf('projects'), authorized(...headers)), '{}']);
        expect(answer).toMatch(/^HTTP\/1.1 400 |^$/);
      }
    });

    it('with what is no HTTP at all', () =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (bytes) => {
          const answer = await rawExchange(running.url, [Buffer.from(bytes), '\r\n\r\n']).catch(() => '');
          expect(answer).not.toMatch(/^HTTP\/1.1 5/);
        }),
        RUNS,
      ));
  });
});
