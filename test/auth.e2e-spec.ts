import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { AccessDeclarations } from '../src/auth/access-declarations';
import { Public } from '../src/common/access/access.decorators';
import { DiscoveryModule } from '@nestjs/core';
import { rawRequest } from './support/raw-request';
import { type RunningApp, startApp } from './support/start-app';

describe('who may call', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('knows the operator by BOOTSTRAP_API_KEY', async () => {
    const { status, body } = await running.operator.get('me');
    expect({ status, body }).toMatchObject({ status: 200, body: { organization: { name: 'Bootstrap' } } });
  });

  it('answers 401 with WWW-Authenticate and a problem document where there is no API key', async () => {
    const { status, headers, body } = await running.anonymous.get('me');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({ code: 'unauthenticated', status: 401, instance: '/api/v1/me' });
    expect(body.detail).toMatch(/is required/);
    expect(headers.get('x-request-id')).toBe(body.requestId);
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('takes the scheme as %s', async (scheme) => {
    const { secret } = await running.given.organization();
    const { status } = await running.anonymous.get('me', { headers: { authorization: `${scheme} ${secret}` } });
    expect(status).toBe(200);
  });

  it.each([
    ['another scheme', 'Basic dXNlcjpwYXNzd29yZA=='],
    ['a scheme alone', 'Bearer'],
    ['a scheme and spaces', 'Bearer   '],
    ['no scheme', 'operator-secret-of-the-test-suite-0001'],
    ['two secrets', 'Bearer operator-secret-of-the-test-suite-0001 operator-secret-of-the-test-suite-0001'],
    ['a list', 'Bearer operator-secret-of-the-test-suite-0001, Basic x'],
    ['a short secret', 'Bearer x'],
    ['an unknown secret', `Bearer ${'x'.repeat(40)}`],
    ['a mistyped secret', `Bearer glossa_${'x'.repeat(42)}`],
    ['a huge one', `Bearer ${'x'.repeat(8_000)}`],
    ['bytes beyond ASCII', `Bearer ${'é'.repeat(40)}`],
    ['quotes and SQL', `Bearer ' OR 1=1 --${'x'.repeat(32)}`],
  ])('answers 401 to %s in the header', async (_, authorization) => {
    const { status, body } = await running.anonymous.get('me', { headers: { authorization } });
    expect({ status, detail: body.detail }).toEqual({ status: 401, detail: 'the API key is not valid' });
  });

  it('survives control characters in the header', async () => {
    const answer = await rawRequest(
      running.url,
      'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \x80\xff\t\tx\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it('names the scope that is missing', async () => {
    const { api } = await running.given.apiKey({ scopes: ['translations:read'] });
    const { status, body } = await api.post('projects', { name: 'Shop', sourceLanguage: 'en' });
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'missing_scope', scope: 'projects:write' } });
  });

  it('refuses before it looks at the body: 401, 403, then 400', async () => {
    const broken = { body: '{', headers: { 'content-type': 'application/json' } };
    const { api } = await running.given.apiKey({ scopes: ['translations:read'] });
    expect((await running.anonymous.send('POST', 'projects', broken)).status).toBe(401);
    expect((await api.send('POST', 'projects', broken)).status).toBe(403);
    expect((await running.operator.send('POST', 'projects', broken)).status).toBe(400);
  });

  it('refuses before the body has come', async () => {
    const answer = await rawRequest(
      running.url,
      'POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it('knows an escaped path for what it is', async () => {
    expect((await running.operator.get('/%61pi/v1/me')).status).toBe(200);
    expect((await running.anonymous.get('/%61pi/v1/me')).status).toBe(401);
  });

  it('answers 500, and no detail, where it cannot look an API key up', async () => {
    const broken = await startApp();
    try {
      await broken.app.get(DataSource).query('ALTER TABLE api_keys RENAME TO gone');
      const { status, body, headers } = await broken.operator.get('me');
      expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal_error' });
      expect(JSON.stringify(body)).not.toMatch(/api_keys|SELECT/);
      expect(headers.get('x-ratelimit-limit')).toBe('100');
    } finally {
      await broken.close();
    }
  });
});

describe('a route that does not say who may call it', () => {
  @Controller('open')
  class OpenController {
    @Get()
    read(): void {
      // Never called.
    }
    @Public()
    @Get('declared')
    declared(): void {
      // Never called.
    }
  }

  @Module({ imports: [DiscoveryModule], controllers: [OpenController], providers: [AccessDeclarations] })
  class OpenModule {}

  it('stops the start, which names it', async () => {
    const app = await NestFactory.create(OpenModule, new FastifyAdapter(), { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow(/who may call OpenController\.read$/);
  });
});
