import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ROLES, type Role, SCOPES_OF_ROLE } from '../src/common/access/roles';
import { SCOPES, type Scope } from '../src/common/access/scope';
import { randomAddress } from './support/addresses';
import type { ApiResponse, Client, Json } from './support/client';
import { NEEDS, type Need, type Resource } from './support/needs-of-operations';
import { GivenPeople, type GivenPerson } from './support/people';
import { sendPicture, TINY_PNG } from './support/pictures';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

interface DocumentedOperation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
}

const document = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, DocumentedOperation>>;
};
const OPERATIONS = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId: id, requestBody }]) => ({
    ...{ id, method: method.toUpperCase(), path },
    example: requestBody?.content['application/json']?.example,
  })),
);
/** Health and metrics have no part in the rights of tenants. */
const API = '/api/v1/';

type Kind = 'person' | 'api-key';

/** A caller with what it may do, as the test understands it. */
interface Caller {
  name: string;
  kind: Kind | 'nobody';
  scopes: ReadonlySet<Scope>;
  /** Whether it is limited to the first project of the organization, and to German. */
  isLimited: boolean;
  isOperator: boolean;
  send: (method: string, path: string) => Promise<ApiResponse>;
}

/** The ids of one project with what belongs to it, and of what belongs to its organization. */
type Place = Record<Resource, string> & { template: string };

/** Where a resource is, as seen from a caller: in the project of limited callers, in another one, or in another organization. */
const PLACES = ['own project', 'other project', 'other organization'] as const;

let running: RunningApp;
let owner: Owner;
let callers: Caller[];
let places: Record<(typeof PLACES)[number], Place>;

beforeAll(async () => {
  running = await startApp({ webhookPrivateAddresses: true });
  const people = new GivenPeople(running);
  const [own, foreign] = [await people.owner(), await people.owner()];
  owner = own;
  places = {
    'own project': await givenPlace(people, own),
    'other project': await givenPlace(people, own),
    'other organization': await givenPlace(people, foreign),
  };
  const limits = { projectIds: [places['own project'].project], languages: ['de'] };
  callers = [nobody(), asApiKey('the operator', running.operator, SCOPES, { isOperator: true })];
  for (const role of ROLES) {
    for (const limited of [undefined, limits]) {
      const person = await people.member(own, role, limited);
      const scopes = SCOPES_OF_ROLE[role];
      const { api } = await running.given.apiKey({ organization: own.organization, scopes, ...limited });
      const isLimited = limited !== undefined;
      const name = `${isLimited ? 'a limited' : 'an unlimited'} ${role}`;
      callers.push(
        asPerson(name, person, role, isLimited),
        asApiKey(`an API key of ${name}`, api, scopes, { isLimited }),
      );
    }
  }
});
afterAll(() => running.close());

type Owner = Awaited<ReturnType<GivenPeople['owner']>>;

async function givenPlace(people: GivenPeople, owner: Owner): Promise<Place> {
  const { organization } = owner;
  const { api } = organization;
  const keys = [{ name: 'a', value: 'A', translations: { de: 'A' } }];
  const project = await running.given.project({ organization, keys });
  const file = new TextEncoder().encode('{"a":"A"}');
  await api.send('POST', `projects/${project.id}/import?format=json&language=en`, { body: file });
  const { templates } = (await api.get(`projects/${project.id}/templates`)).body;
  const hook = { url: 'http://127.0.0.1:1/hook', events: ['project.changed'] };
  const { webhook } = (await api.post(`projects/${project.id}/webhooks`, hook)).body;
  const { delivery } = (await api.post(`webhooks/${webhook.id}/test`)).body;
  // Nothing is written any more by itself.
  await until(async () => (await api.get(`webhooks/${webhook.id}/deliveries`)).body.deliveries[0].attempts > 0);
  await api.patch(`webhooks/${webhook.id}`, { paused: true });
  const { comment } = (await api.post(`keys/${project.keyIds[0]}/comments`, { text: 'A comment' })).body;
  const { screenshot } = (await sendPicture(api, project.id, { file: TINY_PNG })).body;
  const { release } = (await api.post(`projects/${project.id}/releases`, { channel: 'production' })).body;
  const { deliveryToken } = (await api.post(`projects/${project.id}/delivery-tokens`, { name: 'Web shop' })).body;
  const { term } = (await api.post('glossary', { term: 'invoice', projectIds: [project.id] })).body;
  const { invitation } = (await owner.post('invitations', { email: people.newEmail(), role: 'viewer' })).body;
  const { personId } = await people.member(owner, 'viewer');
  const { members } = (await owner.get('members')).body;
  const work = { memberId: owner.memberId, languages: ['de'] };
  const [assignment] = (await api.post(`projects/${project.id}/assignments`, work)).body.assignments;
  return {
    ...{ project: project.id, key: project.keyIds[0] ?? '', webhook: webhook.id, delivery: delivery.id },
    'api-key': (await running.given.apiKey({ organization, projectIds: [project.id] })).id,
    assignment: assignment.id,
    comment: comment.id,
    screenshot: screenshot.id,
    release: release.id,
    'delivery-token': deliveryToken.id,
    member: members.find(({ person }: Json) => person.id === personId).id,
    invitation: invitation.id,
    term: term.id,
    organization: organization.id,
    template: templates[0].id,
  };
}

const NONE = { isLimited: false, isOperator: false };

/** Somebody without credentials, with another address for each request: the limit of an address is not the subject. */
const nobody = (): Caller => ({
  ...{ name: 'nobody', kind: 'nobody', scopes: new Set(), ...NONE },
  send: (method, path) => running.anonymous.from(randomAddress()).send(method, path),
});

const asApiKey = (name: string, api: Client, scopes: readonly Scope[], of: Partial<typeof NONE>): Caller => ({
  ...{ name, kind: 'api-key', scopes: new Set(scopes), ...NONE, ...of },
  send: (method, path) => api.send(method, path),
});

const asPerson = (name: string, person: GivenPerson, role: Role, isLimited: boolean): Caller => ({
  ...{ name, kind: 'person', scopes: new Set(SCOPES_OF_ROLE[role]), isLimited, isOperator: false },
  send: (method, path) => person.send(method, path),
});

/**
 * Returns the expected status of a request with a wrong parameter: 400 for a caller who may call the operation. Any other caller is refused
 * before the parameter is read.
 */
function expectedOf(
  { kind, scopes, isLimited, isOperator }: Caller,
  [need, resource]: readonly [Need, Resource?],
  place: (typeof PLACES)[number],
): number {
  if (need === 'public') return 400;
  if (kind === 'nobody') return 401;
  if (need === 'person' && kind !== 'person') return 403;
  if (typeof need !== 'string' && !need.some((scope) => scopes.has(scope))) return 403;
  if (resource === undefined || resource === 'organization') return 400;
  const isOfOrganization = resource === 'member' || resource === 'invitation';
  if (place === 'other organization' || isOperator) return 404;
  return place === 'other project' && isLimited && !isOfOrganization ? 404 : 400;
}

/** Returns the path of an operation with the ids of a place. @param others values of other path parameters, by name */
function filledPath(
  path: string,
  resource: Resource | undefined,
  place: Place,
  others: Record<string, string> = {},
): string {
  const ids: Record<string, string> = {
    id: resource ? place[resource] : place.project,
    templateId: place.template,
    revision: '1',
    name: 'production',
    ...others,
  };
  return path.slice(API.length).replace(/\{(\w+)\}/g, (placeholder, name: string) => ids[name] ?? placeholder);
}

/** Returns the path of an operation with the ids of a place, and with a parameter that no operation has. */
const pathOf = (path: string, resource: Resource | undefined, place: Place): string =>
  `${filledPath(path, resource, place)}?nothing=1`;

/**
 * Returns a digest of all rows, without the times at which API keys and sessions were used, and without what is written in the background: leases,
 * kept statistics, and the index of the translation memory.
 */
async function digest(): Promise<string> {
  const dataSource = running.app.get(DataSource);
  const tables = await dataSource.query<{ name: string }[]>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()
     AND tablename NOT IN ('job_leases', 'kept_statistics') AND tablename NOT LIKE 'memory\\_%'`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(md5((to_jsonb(t) - 'last_used_at' - 'expires_at')::text), '' ORDER BY to_jsonb(t)::text), '')) AS hash FROM ${name} t`,
  );
  return JSON.stringify(await dataSource.query(`SELECT * FROM (${parts.join(' UNION ALL ')}) AS x ORDER BY name`));
}

it('is known of each operation', () => {
  const ofTenants = OPERATIONS.filter(({ path }) => path.startsWith(API)).map(({ id }) => id);
  expect(Object.keys(NEEDS).sort()).toEqual(ofTenants.sort());
});

describe('a caller', () => {
  let last: string | undefined;
  it.each(OPERATIONS.filter(({ id }) => id in NEEDS))(
    'of $id is refused what it may not do, and nothing is changed',
    async ({ id, method, path }) => {
      const needs = NEEDS[id] ?? ['public'];
      const [, resource] = needs;
      const before = last ?? (await digest());
      const [expected, received]: Record<string, number>[] = [{}, {}];
      for (const place of resource === undefined ? PLACES.slice(0, 1) : PLACES) {
        for (const caller of callers) {
          const request = `${caller.name}, ${place}`;
          const { status } = await caller.send(method, pathOf(path, resource, places[place]));
          Object.assign(expected ?? {}, { [request]: expectedOf(caller, needs, place) });
          Object.assign(received ?? {}, { [request]: status });
        }
      }
      expect(received).toEqual(expected);
      last = await digest();
      expect(last).toBe(before);
    },
  );
});

describe('a malformed value in the path', () => {
  const cases = OPERATIONS.filter(({ id }) => id in NEEDS).flatMap((operation) =>
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ ...operation, name })),
  );

  it.each(cases)('of $id ($name) names nothing', async ({ id, method, path, name, example }) => {
    const resource = NEEDS[id]?.[1];
    const place = places['own project'];
    const malformed = ['x', '%00', 'a%00b', '%ff', `${place.project}%20`, `${place.project}%00`];
    // A PUT creates the channel that its path names.
    const isNew = id === 'putChannel' && name === 'name';
    for (const value of malformed) {
      const filled = filledPath(path, resource, place, { [name]: value });
      const { status, body } =
        resource === 'organization'
          ? await running.operator.send(method, filled, { json: example })
          : await owner.send(method, filled, example);
      expect([value, status]).toEqual([value, isNew ? 400 : 404]);
      if (method !== 'HEAD') expect(body.code).toMatch(isNew ? 'validation_failed' : /._not_found$/);
    }
  });
});
