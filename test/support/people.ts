import type { Role } from '../../src/common/access/roles';
import type { ApiResponse, Call, Client, Json } from './client';
import type { GivenOrganization } from './given';
import { randomAddress } from './addresses';
import type { RunningApp } from './start-app';

export const PASSWORD = 'four violet kites at noon';

let count = 0;

/** The cookie that a response sets. */
export const cookieOf = ({ headers }: ApiResponse): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** The token of a link. */
export const tokenOf = (link: string): string => link.split('#')[1] ?? '';

/** A browser with the session of a person. */
export class Browser {
  constructor(
    private readonly url: string,
    private readonly client: Client,
    public cookie: string,
  ) {}

  /** Sends a request as a page of this host does. */
  async send(method: string, path: string, json?: unknown, call: Call = {}): Promise<ApiResponse> {
    const headers = { cookie: this.cookie, origin: this.url, ...call.headers };
    return this.client.send(method, path, { ...call, as: null, json, headers });
  }

  get(path: string): Promise<ApiResponse> {
    return this.send('GET', path);
  }
  post(path: string, json?: unknown): Promise<ApiResponse> {
    return this.send('POST', path, json);
  }
  put(path: string, json?: unknown): Promise<ApiResponse> {
    return this.send('PUT', path, json);
  }
  patch(path: string, json?: unknown): Promise<ApiResponse> {
    return this.send('PATCH', path, json);
  }
  delete(path: string): Promise<ApiResponse> {
    return this.send('DELETE', path);
  }
}

/** A person with a session in one organization. */
export interface GivenPerson extends Browser {
  email: string;
  password: string;
  personId: string;
  memberId: string;
}

/** Creates the persons of a test through the API. */
export class GivenPeople {
  constructor(private readonly running: Pick<RunningApp, 'url' | 'anonymous' | 'operator'>) {}

  newEmail(): string {
    return `person-${++count}@example.com`;
  }

  /** Creates an organization with an owner. */
  async owner(): Promise<GivenPerson & { organization: GivenOrganization }> {
    const { operator } = this.running;
    const body = { name: `Team ${++count}`, plan: 'enterprise', rateLimit: 1_000_000 };
    const created = await bodyOf(operator.post('organizations', body), 201);
    const { organization, apiKey, welcomeLink } = created;
    const owner = await this.accept(tokenOf(welcomeLink), { email: this.newEmail() });
    const { secret } = apiKey;
    return Object.assign(owner, { organization: { id: organization.id, secret, api: operator.as(secret) } });
  }

  /** Creates a person whom another one has invited. */
  async member(
    by: Browser,
    role: Role,
    limits: { projectIds?: string[]; languages?: string[]; email?: string } = {},
  ): Promise<GivenPerson> {
    const { email = this.newEmail(), ...rest } = limits;
    const { link } = await bodyOf(by.post('invitations', { email, role, ...rest }), 201);
    return this.accept(tokenOf(link), { email });
  }

  /** A client of an address that has sent nothing yet. */
  get stranger(): Client {
    return this.running.anonymous.from(randomAddress());
  }

  async accept(token: string, { email }: { email: string }): Promise<GivenPerson> {
    const body = { token, email, name: `Person ${++count}`, password: PASSWORD };
    const response = await this.stranger.post('invitations/accept', body);
    const { person } = await bodyOf(Promise.resolve(response), 201);
    const browser = this.browser(cookieOf(response));
    const { body: list } = await browser.get('members');
    const memberId = list.members?.find((member: Json) => member.person.id === person.id)?.id ?? '';
    return Object.assign(browser, { email, password: PASSWORD, personId: person.id, memberId });
  }

  browser(cookie: string): Browser {
    const { url, anonymous } = this.running;
    return new Browser(url, anonymous, cookie);
  }

  signIn(email: string, password: string, call?: Call): Promise<ApiResponse> {
    return this.stranger.post('session', { email, password }, call);
  }
}

async function bodyOf(response: Promise<ApiResponse>, expected: number): Promise<Json> {
  const { status, body, bytes } = await response;
  if (status !== expected) throw new Error(`the person was not created: ${status} ${bytes.toString()}`);
  return body;
}
