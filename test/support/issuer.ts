import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Provider from 'oidc-provider';
import { freePort } from './free-port';

export const CLIENT_ID = 'glossa';
export const CLIENT_SECRET = 'secret-of-the-client-of-the-issuer-01';

/** What the issuer says of a person who signs in with a login. */
export interface IssuedClaims {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function newKey(kid: string): SigningKey {
  return { kid, privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
}

/** Returns a JSON Web Token (RFC 7519). */
function signToken({ kid, privateKey }: SigningKey, claims: object, header: object = {}): string {
  const content = `${base64({ alg: 'RS256', kid, typ: 'JWT', ...header })}.${base64(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
}

export const answerJson = (response: ServerResponse, body: object, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An issuer of OpenID Connect: a real one, of which a test can replace the answers of single paths. */
export class TestIssuer {
  /** What the issuer says, by login. */
  readonly persons = new Map<string, IssuedClaims>();
  /** Answers in place of the provider's, by path. */
  readonly instead = new Map<string, Handler>();
  /** The number of requests, by path. */
  readonly requests = new Map<string, number>();
  readonly key = newKey('first');
  /** A key that the provider does not know. */
  readonly otherKey = newKey('other');
  private provider: ReturnType<Provider['callback']> | undefined;
  private readonly server: Server;
  private port = 0;

  private constructor() {
    this.server = createServer((request, response) => this.answer(request, response));
  }

  /** @param redirectUris of the service */
  static async start(...redirectUris: string[]): Promise<TestIssuer> {
    const issuer = new TestIssuer();
    await issuer.listen();
    // The provider recommends settings for production, and writes so.
    for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockReturnValue(undefined);
    const { default: provider } = await import('oidc-provider');
    issuer.provider = new provider(issuer.url, issuer.configuration(redirectUris)).callback();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, on the port that it had before. */
  async listen(): Promise<void> {
    this.port ||= await freePort();
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Answers the redemption of every code with an ID token, and publishes a key. */
  issue(claims: object, { signer = this.key, published = this.key, header = {} } = {}): void {
    this.publish(published);
    this.instead.set('/token', (_, response) => {
      const idToken = signToken(signer, claims, header);
      answerJson(response, { access_token: 'token', token_type: 'Bearer', expires_in: 60, id_token: idToken });
    });
  }

  publish({ kid, privateKey }: SigningKey): void {
    const { kty, n, e } = privateKey.export({ format: 'jwk' });
    const keys = [{ kty, n, e, kid, alg: 'RS256', use: 'sig' }];
    this.instead.set('/jwks', (_, response) => answerJson(response, { keys }));
  }

  /** Signs a person in on the pages of the provider, as a browser does. @returns the address to which the person is sent back */
  async signIn(location: string, login: string, callback: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(location);
    let form: URLSearchParams | undefined;
    for (;;) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const method = form ? 'POST' : 'GET';
      const response = await fetch(next, { method, body: form, headers: { cookie }, redirect: 'manual' });
      for (const set of response.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const page = await response.text();
      const redirect = response.headers.get('location');
      form = undefined;
      if (redirect !== null) next = new URL(redirect, next);
      else {
        const [, action] = /action="([^"]+)"/.exec(page) ?? [];
        const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
        if (!action || !prompt) throw new Error(`the issuer shows no form: ${page.slice(0, 500)}`);
        next = new URL(action, next);
        form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
      }
      if (next.href.startsWith(callback)) return next;
    }
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '', this.url);
    this.requests.set(pathname, (this.requests.get(pathname) ?? 0) + 1);
    const handler = this.instead.get(pathname);
    if (handler) void text(request).then(() => handler(request, response));
    else void this.provider?.(request, response);
  }

  private configuration(redirectUris: string[]): object {
    const { kid, privateKey } = this.key;
    return {
      clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris }],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['key of the cookies of the issuer'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: true } },
      findAccount: (_: unknown, login: string) => {
        return { accountId: login, claims: () => ({ sub: login, ...this.persons.get(login) }) };
      },
    };
  }
}
