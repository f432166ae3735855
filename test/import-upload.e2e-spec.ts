import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { ApiResponse, Json } from './support/client';
import { Exchange } from './support/exchange';
import { rawExchange } from './support/raw-request';
import { type RunningApp, startApp } from './support/start-app';

const MAX_BYTES = 100_000;

describe('import upload', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ maxUploadBytes: MAX_BYTES });
  });
  afterAll(() => running.close());

  const given = () => running.given.project({ keys: [{ name: 'a', value: 'A' }] });
  type Project = Awaited<ReturnType<typeof given>>;
  type Part = [name: string, value: string | Buffer, fileName?: string];

  const upload = ({ id, api }: Project, parts: readonly Part[], query = ''): Promise<ApiResponse> => {
    const form = new FormData();
    for (const [name, value, fileName] of parts) {
      if (fileName === undefined) form.append(name, value.toString());
      else form.append(name, new Blob([new Uint8Array(Buffer.from(value))]), fileName);
    }
    return api.send('POST', `projects/${id}/import${query}`, { body: form });
  };
  const german = async ({ id, api }: Project): Promise<Json> =>
    (await api.get(`projects/${id}/translations`)).body.translations.de;

  const JAPANESE = 'ja:\n  count:\n    other: 個\n';

  it.each([
    ['a raw YAML body', undefined, JAPANESE],
    ['a raw zip', undefined, zipSync({ 'ja.yml': strToU8(JAPANESE) })],
    ['a zip with the name of another format', 'texts.json', zipSync({ 'ja.yml': strToU8(JAPANESE) })],
    ['a YAML file', 'ja.yml', JAPANESE],
  ])('reads %s without a format with the plurals of the project', async (_, name, bytes) => {
    const { id, api } = await running.given.project({ targetLanguages: ['ja'] });
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: 'en:\n  count:\n    one: a\n    other: b\n' }, { format: 'yaml-rails' });
    await exchange.imported({ bytes, name });
    expect((await exchange.texts())['ja']).toEqual({ count: '{count, plural, other {個}}' });
  });

  describe('a multipart form', () => {
    it('detects the format and the language from the file name', async () => {
      const project = await given();
      expect((await upload(project, [['file', '{"a":"Ä"}', 'de.json']])).body).toEqual({
        imported: 1,
        updated: 0,
        skipped: 0,
      });
      expect(await german(project)).toEqual({ a: 'Ä' });
    });

    it.each([
      ['before', [0, 1, 2]],
      ['after', [2, 0, 1]],
      ['around', [0, 2, 1]],
    ])('accepts options %s the file', async (_, order) => {
      const project = await given();
      const parts: Part[] = [
        ['language', 'de'],
        ['namespace', 'n'],
        ['file', '{"a":"Ä"}', 'any.json'],
      ];
      const { status } = await upload(
        project,
        order.map((i) => parts[i] as Part),
      );
      expect(status).toBe(200);
      expect(await german(project)).toEqual({ 'n.a': 'Ä' });
    });

    it('accepts options in the query, but no option in both places', async () => {
      const project = await given();
      const file: Part = ['file', '{"a":"Ä"}', 'any.json'];
      expect((await upload(project, [file], '?language=de')).status).toBe(200);
      expect(await upload(project, [file, ['language', 'de']], '?language=de')).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ parameter: 'language', code: 'duplicate' }] },
      });
    });

    it('takes the format and the language from filename rather than from the name of the part', async () => {
      const project = await given();
      await upload(project, [
        ['file', 'a=Ä', 'blob'],
        ['filename', 'messages_de.properties'],
      ]);
      expect(await german(project)).toEqual({ a: 'Ä' });
    });

    it('preserves every byte of the file', async () => {
      const project = await given();
      const text = '\r\n--x\r\n\r\nContent-Disposition: form-data; name="language"\r\n\r\n漢 ';
      await upload(project, [['file', JSON.stringify({ a: text }), 'de.json']]);
      expect(await german(project)).toEqual({ a: text });
    });

    it.each<[string, Part[], string, string]>([
      ['no file', [['language', 'de']], 'file', 'required'],
      ['nothing', [], 'file', 'required'],
      ['the file as a field', [['file', '{"a":"Ä"}']], 'file', 'wrong_type'],
      ['the file under another name', [['data', '{"a":"Ä"}', 'de.json']], 'data', 'unknown_field'],
      [
        'two files of one name',
        [
          ['file', '{"a":"Ä"}', 'de.json'],
          ['file', '{}', 'de.json'],
        ],
        'file',
        'duplicate',
      ],
      [
        'an unknown option',
        [
          ['file', '{"a":"Ä"}', 'de.json'],
          ['dry_run', 'true'],
        ],
        'dry_run',
        'unknown_field',
      ],
      [
        'an option twice',
        [
          ['file', '{"a":"Ä"}', 'de.json'],
          ['dryRun', 'true'],
          ['dryRun', 'true'],
        ],
        'dryRun',
        'wrong_type',
      ],
      [
        'a member of objects',
        [
          ['file', '{"a":"Ä"}', 'de.json'],
          ['__proto__', 'x'],
        ],
        '__proto__',
        'unknown_field',
      ],
      [
        'a huge option',
        [
          ['file', '{"a":"Ä"}', 'de.json'],
          ['namespace', 'x'.repeat(70_000)],
        ],
        'namespace',
        'too_long',
      ],
    ])('refuses %s and writes nothing', async (_, parts, parameter, code) => {
      const project = await given();
      const response = await upload(project, parts);
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(response.body.errors).toContainEqual(expect.objectContaining({ parameter, code }));
      expect(await german(project)).toEqual({});
    });

    it.each([
      ['U+0000', 'a\0b.json', 'invalid_character'],
      ['more than 1,024 characters', `${'ä'.repeat(9_000)}.json`, 'too_long'],
    ])('refuses a file whose name has %s', async (_, fileName, code) => {
      const { id, api } = await given();
      const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
      const response = await api.send('POST', `projects/${id}/import?language=de&format=json-nested`, {
        body: `${head}{"a":"Ä"}\r\n--x--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect(response).toMatchObject({ status: 400, body: { errors: [{ parameter: 'file', code }] } });
    });

    it('refuses too many parts', async () => {
      const project = await given();
      const parts = Array.from({ length: 200 }, (_, i): Part => [`x${i}`, '']);
      expect(await upload(project, [...parts, ['file', '{}', 'de.json']])).toMatchObject({
        status: 400,
        body: { code: 'malformed_request' },
      });
    });

    it.each([
      ['no boundary', 'multipart/form-data', '--x\r\n'],
      ['another multipart', 'multipart/mixed; boundary=x', '--x--\r\n'],
      ['an empty body', 'multipart/form-data; boundary=x', ''],
      ['no part', 'multipart/form-data; boundary=x', 'garbage'],
      ['an end within a header', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-da'],
      [
        'an end within the file',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="de.json"\r\n\r\n{"a":"',
      ],
      [
        'an end before the last boundary',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="de.json"\r\n\r\n{"a":"Ä"}\r\n--x\r\n',
      ],
      [
        'a part without a name',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n',
      ],
    ])('refuses a truncated or malformed form: %s', async (_, type, body) => {
      const { id, api } = await given();
      const response = await api.send('POST', `projects/${id}/import`, { body, headers: { 'content-type': type } });
      expect(response.status).toBe(400);
      expect(response.body.code).toMatch(/^(malformed_request|validation_failed)$/);
    });
  });

  describe('a raw body', () => {
    it.each([
      'application/json',
      'text/plain',
      'application/octet-stream',
      'application/x-www-form-urlencoded',
      'nonsense',
      'text/html; charset=utf-16',
      '; ,',
    ])('accepts a file with any content type: %s', async (type) => {
      const project = await given();
      const response = await project.api.send('POST', `projects/${project.id}/import?language=de&format=json`, {
        body: '{"a":"Ä"}',
        headers: { 'content-type': type },
      });
      expect(response).toMatchObject({ status: 200, body: { imported: 1 } });
      expect(await german(project)).toEqual({ a: 'Ä' });
    });

    it('takes the format and the language from filename', async () => {
      const project = await given();
      const path = `projects/${project.id}/import?filename=${encodeURIComponent('locales/de/app.properties')}`;
      expect(await project.api.send('POST', path, { body: 'a=Ä' })).toMatchObject({ status: 200 });
      expect(await german(project)).toEqual({ a: 'Ä' });
    });

    it('accepts chunked bodies and Expect: 100-continue', async () => {
      const project = await given();
      const head = [
        `POST /api/v1/projects/${project.id}/import?language=de&format=json HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${project.organization.secret}`,
        'Transfer-Encoding: chunked',
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n');
      const response = await rawExchange(running.url, [head, '5\r\n{"a":\r\n', '6\r\n"X"}\r\n\r\n', '0\r\n\r\n']);
      expect(response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/);
      expect(await german(project)).toEqual({ a: 'X' });
    });
  });

  it.each(['gzip', 'br', 'identity, GZIP'])('refuses a body with the content coding %s by its name', async (coding) => {
    const { id, api } = await given();
    const headers = { 'content-encoding': coding };
    const refused = {
      status: 400,
      body: {
        code: 'unsupported_media_type',
        detail: expect.stringContaining(coding.toLowerCase().split(', ').at(-1) ?? ''),
      },
    };
    const form = new FormData();
    form.append('file', new Blob(['{"a":"Ä"}']), 'de.json');
    const body = gzipSync('{"a":"Ä"}');
    expect(await api.send('POST', `projects/${id}/import?format=json&language=de`, { body, headers })).toMatchObject(
      refused,
    );
    expect(await api.send('POST', `projects/${id}/import`, { body: form, headers })).toMatchObject(refused);
    const json = { headers: { ...headers, 'content-type': 'application/json' } };
    expect(await api.send('PATCH', `projects/${id}`, { body, ...json })).toMatchObject(refused);
  });

  it('reads a body with the content coding identity, which changes nothing, and ignores the coding of no body', async () => {
    const { id, api } = await given();
    const query = 'format=json&language=de';
    const headers = { 'content-encoding': 'Identity' };
    expect(await api.send('POST', `projects/${id}/import?${query}`, { body: '{"a":"Ä"}', headers })).toMatchObject({
      status: 200,
    });
    expect(await api.patch(`projects/${id}`, { name: 'x' }, { headers })).toMatchObject({ status: 200 });
    expect(await api.send('PATCH', `projects/${id}`, { headers: { 'content-encoding': 'gzip' } })).toMatchObject({
      body: { code: 'validation_failed' },
    });
  });

  describe('a JSON body', () => {
    const sendJson = ({ id, api }: Project, query: string, value: unknown, type = 'application/json') =>
      api.send('POST', `projects/${id}/import?${query}`, {
        body: JSON.stringify(value),
        headers: { 'content-type': type },
      });
    const refused = {
      status: 400,
      body: {
        code: 'unsupported_media_type',
        detail: expect.stringMatching(/multipart\/form-data.*"file".*curl -F file=@de\.json/),
      },
    };

    it.each([
      ['the form of a client that serializes a File as JSON', { file: {}, language: 'de', conflict: 'keep' }],
      ['a form with the file as a string', { file: '{"a":"Ä"}', language: 'de', format: 'json' }],
      ['a language file', { a: 'Ä' }],
      ['a list', ['a']],
    ])('is refused without format or filename, and nothing is written: %s', async (_, value) => {
      const project = await given();
      for (const query of ['', 'language=de', 'language=de&conflict=keep']) {
        expect(await sendJson(project, query, value)).toMatchObject(refused);
        expect(await sendJson(project, query, value, 'application/vnd.api+json; charset=utf-8')).toMatchObject(refused);
      }
      expect(await german(project)).toEqual({});
      expect((await project.api.get(`projects/${project.id}`)).body.project.stringCount).toBe(1);
    });

    it.each<[string, Record<string, unknown>]>([
      ['a File', { file: {} }],
      ['a File and options', { file: {}, conflict: 'keep', namespace: null }],
      ['the text of a file', { file: '{"a":"Ä"}' }],
      ['lines of a file', { file: 'a=Ä\n' }],
      ['a line of a file and an option', { file: 'a=Ä', conflict: 'overwrite', language: 'de' }],
      ['options before the file', { language: 'de', dryRun: false, file: 'a' }],
      ['options without the file', { format: 'json', language: 'de' }],
    ])('is refused with the fields of the form in spite of format: %s', async (_, value) => {
      const project = await given();
      for (const query of ['language=de&format=json', 'filename=de.json']) {
        expect(await sendJson(project, query, value)).toMatchObject(refused);
        expect(await sendJson(project, query, value, 'text/plain;charset=UTF-8')).toMatchObject(refused);
      }
      expect(await german(project)).toEqual({});
    });

    it.each<[string, Record<string, string>]>([
      ['a text that is no file', { file: 'Datei' }],
      ['texts that are no options', { file: 'Datei', format: 'Format', details: 'Details' }],
      ['languages', { file: 'Datei', language: 'Deutsch' }],
      ['another key', { file: '{"a":"Ä"}', conflict: 'keep', a: 'Ä' }],
      ['members of objects', { constructor: 'Ä', toString: 'Ä' }],
    ])('is imported if its keys are names of form fields: %s', async (_, value) => {
      const project = await given();
      expect(await sendJson(project, 'language=de&format=json', value)).toMatchObject({ status: 200 });
      expect(await german(project)).toEqual(value);
    });

    it('is refused from a client that sends the form as text, with all options in the form', async () => {
      const project = await given();
      const value = { file: {}, language: 'de', format: 'json', conflict: 'keep' };
      expect(await sendJson(project, '', value, 'text/plain;charset=UTF-8')).toMatchObject(refused);
      expect(await sendJson(project, '', value, 'application/x-www-form-urlencoded')).toMatchObject(refused);
    });

    it('is imported as application/octet-stream if it has the fields of the form', async () => {
      const project = await given();
      const value = { file: '{}', conflict: 'keep' };
      const response = await sendJson(project, 'language=de&format=json', value, 'application/octet-stream');
      expect(response).toMatchObject({ status: 200, body: { imported: 2 } });
      expect(await german(project)).toEqual(value);
    });
  });

  describe('the size limit', () => {
    const file = JSON.stringify({ a: 'x'.repeat(40_000), b: 'x'.repeat(40_000), c: 'x'.repeat(40_000) });

    it('refuses a form that exceeds it', async () => {
      const project = await given();
      expect(await upload(project, [['file', file, 'de.json']])).toMatchObject({
        status: 400,
        body: { code: 'body_too_large' },
      });
    });

    it('refuses a raw body that exceeds it', async () => {
      const { id, api } = await given();
      expect(await api.send('POST', `projects/${id}/import?language=de`, { body: file })).toMatchObject({
        status: 400,
        body: { code: 'body_too_large' },
      });
    });

    it('refuses chunks as soon as they exceed it', async () => {
      const { id, organization } = await given();
      const head = `POST /api/v1/projects/${id}/import?language=de HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organization.secret}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const chunk = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`;
      const response = await rawExchange(running.url, [head, chunk, chunk]);
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toMatch(/body_too_large/);
    });

    it('accepts a file of exactly the maximum size', async () => {
      const { id, api } = await given();
      const padded = (size: number): string => '{"a":"Ä"}'.padEnd(size - 1, ' ');
      const path = `projects/${id}/import?language=de&format=json`;
      expect((await api.send('POST', path, { body: padded(MAX_BYTES) })).status).toBe(200);
      expect((await api.send('POST', path, { body: padded(MAX_BYTES + 1) })).status).toBe(400);
      expect((await upload({ id, api } as Project, [['file', padded(MAX_BYTES), 'de.json']])).status).toBe(200);
      expect((await upload({ id, api } as Project, [['file', padded(MAX_BYTES + 1), 'de.json']])).status).toBe(400);
    });
  });
});
