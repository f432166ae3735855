import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { AccessDeclarations } from '../src/auth/access-declarations';
import { Public } from '../src/common/access/access.decorators';
import { DiscoveryModule } from '@nestjs/core';
import { rawRequest } from './support/raw-request';
import { type RunningApp, startApp } from './support/start-app';

describe('authentication and authorization', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('identifies the operator by BOOTSTRAP_API_KEY', async () => {
    const { status, body } = await running.operator.get('me');
    expect({ status, body }).toMatchObject({ status: 200, body: { organization: { name: 'Bootstrap' } } });
  });

  it('responds to a missing API key with 401, WWW-Authenticate and a problem document', async () => {
    const { status, headers, body } = await running.anonymous.get('me');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({ code: 'unauthenticated', status: 401, instance: '/api/v1/me' });
    expect(body.detail).toMatch(/is required/);
    expect(headers.get('x-request-id')).toBe(body.requestId);
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('accepts the authentication scheme %s', async (scheme) => {
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
  ])('responds with 401 to %s in the Authorization header', async (_, authorization) => {
    const { status, body } = await running.anonymous.get('me', { headers: { authorization } });
    expect({ status, detail: body.detail }).toEqual({ status: 401, detail: 'the API key is not valid' });
  });

  it('responds with 401 to control characters in the Authorization header', async () => {
    const response = await rawRequest(
      running.url,
      'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \x80\xff\t\tx\r\n',
    );
    expect(response).toMatch(/^HTTP\/1.1 401 /);
  });

  it('names the missing scope in a 403', async () => {
    const { api } = await running.given.apiKey({ scopes: ['translations:read'] });
    const { status, body } = await api.post('projects', { name: 'Shop', sourceLanguage: 'en' });
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'missing_scope', scope: 'projects:write' } });
  });

  it('responds with 401, then 403, then 400, before it validates the body', async () => {
    const broken = { body: '{', headers: { 'content-type': 'application/json' } };
    const { api } = await running.given.apiKey({ scopes: ['translations:read'] });
    expect((await running.anonymous.send('POST', 'projects', broken)).status).toBe(401);
    expect((await api.send('POST', 'projects', broken)).status).toBe(403);
    expect((await running.operator.send('POST', 'projects', broken)).status).toBe(400);
  });

  it('responds with 401 before the body is received', async () => {
    const response = await rawRequest(
      running.url,
      'POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n',
    );
    expect(response).toMatch(/^HTTP\/1.1 401 /);
  });

  it('applies authentication to percent-encoded paths', async () => {
    expect((await running.operator.get('/%61pi/v1/me')).status).toBe(200);
    expect((await running.anonymous.get('/%61pi/v1/me')).status).toBe(401);
  });

  it('responds with 500 without details when the look-up of an API key fails', async () => {
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

describe('a route without an access declaration', () => {
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

  it('stops the start with an error that names it', async () => {
    const app = await NestFactory.create(OpenModule, new FastifyAdapter(), { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow(/who may call OpenController\.read$/);
  });
});
