import { setTimeout as delay } from 'node:timers/promises';
import { type ApiResponse, Client, type Json } from './support/client';
import { Given } from './support/given';
import { cookieOf, PASSWORD, tokenOf } from './support/people';
import { emptyPlace, type Place, ServiceProcess } from './support/service-process';

const { DATABASE_URL: server, REDIS_URL: redis } = process.env;
/** Time within which a change on one replica applies to the others. */
const SETTLED_MS = 5_000;

(server && redis ? describe : describe.skip)('two replicas that start at once on an empty database', () => {
  let replicas: [ServiceProcess, ServiceProcess];
  let one: Client;
  let other: Client;
  let given: Given;
  let place: Place;

  beforeAll(async () => {
    place = await emptyPlace();
    const start = () => ServiceProcess.start(place, { LOG_LEVEL: 'warn' });
    replicas = await Promise.all([start(), start()]);
    const [secret = ''] = replicas.flatMap(({ stdout }) => /shown this once\): (\S+)/.exec(stdout)?.[1] ?? []);
    [one, other] = [replicas[0].client(secret), replicas[1].client(secret)];
    given = new Given(one);
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await place.remove();
  });

  /**
   * Waits until a condition holds of a response.
   *
   * @returns when the last request was sent of which it did not hold, in milliseconds
   */
  async function settled(holds: () => Promise<boolean>): Promise<number> {
    const started = performance.now();
    let old = 0;
    for (let sent = 0; !(await holds()) && old < SETTLED_MS; sent = performance.now() - started) {
      old = sent;
      await delay(50);
    }
    return old;
  }

  it('migrate the database and create the first API key once', async () => {
    expect(replicas.filter(({ stdout }) => stdout.includes('API key (shown this once)'))).toHaveLength(1);
    for (const replica of [one, other]) {
      const { organizations } = (await replica.get('organizations')).body;
      expect(organizations.filter(({ bootstrap }: Json) => bootstrap)).toHaveLength(1);
    }
  });

  it('print one link for the first person, whose sessions both end within 5 s of a new role', async () => {
    const links = replicas.flatMap(({ stdout }) => /Make your account .*: (\S+)/.exec(stdout)?.[1] ?? []);
    expect(links).toHaveLength(1);
    const accept = (link: string, email: string): Promise<ApiResponse> =>
      one.as(null).post('invitations/accept', { token: tokenOf(link), email, name: 'Jo', password: PASSWORD });
    const owner = await accept(links[0] ?? '', 'jo@example.com');
    expect([owner.status, owner.body.role, owner.body.organization.name]).toEqual([201, 'owner', 'Bootstrap']);
    const { link } = (await one.post('invitations', { email: 'kim@example.com', role: 'translator' })).body;
    const headers = { cookie: cookieOf(await accept(link, 'kim@example.com')) };
    const statusOn = async (replica: Client): Promise<number> =>
      (await replica.get('me', { as: null, headers })).status;
    expect([await statusOn(one), await statusOn(other)]).toEqual([200, 200]);
    const { members } = (await one.get('members')).body;
    const { id } = members.find(({ role }: Json) => role === 'translator');
    expect((await one.patch(`members/${id}`, { role: 'viewer' })).status).toBe(200);
    expect(await statusOn(one)).toBe(401);
    expect(await settled(async () => (await statusOn(other)) === 401)).toBeLessThan(SETTLED_MS);
  });

  it('admit no more requests together than the limit allows', async () => {
    const { secret } = await given.organization({ plan: 'free' });
    const responses = await Promise.all(
      Array.from({ length: 240 }, (_, i) => (i % 2 ? one : other).as(secret).get('me')),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(140);
  });

  it('both refuse a revoked API key within 5 s', async () => {
    const { id, secret, organization } = await given.apiKey();
    expect((await other.as(secret).get('me')).status).toBe(200);
    await organization.api.delete(`api-keys/${id}`);
    expect((await one.as(secret).get('me')).status).toBe(401);
    expect(await settled(async () => (await other.as(secret).get('me')).status === 401)).toBeLessThan(SETTLED_MS);
  });

  it('both apply a change of the plan within 5 s', async () => {
    const { id, secret } = await given.organization({ plan: 'starter' });
    const limitAt = async (replica: Client) => (await replica.as(secret).get('me')).headers.get('x-ratelimit-limit');
    expect(await limitAt(other)).toBe('500');
    await one.patch(`organizations/${id}`, { plan: 'growth' });
    expect(await limitAt(one)).toBe('1000');
    expect(await settled(async () => (await limitAt(other)) === '1000')).toBeLessThan(SETTLED_MS);
  });

  it('serve the same bytes under the same entity tag, and changes at once', async () => {
    const { id, organization } = await given.project({ keys: [{ name: 'a', value: 'A', translations: { de: 'Ä' } }] });
    const get = (replica: Client, path: string) => replica.as(organization.secret).get(`projects/${id}/${path}`);
    for (const path of ['export', 'export?language=*', 'export?format=xliff&language=de', 'translations']) {
      const [here, there] = await Promise.all([get(one, path), get(other, path)]);
      expect([here.status, there.bytes.equals(here.bytes)]).toEqual([200, true]);
      expect(there.headers.get('etag')).toBe(here.headers.get('etag'));
    }
    await one.as(organization.secret).post(`projects/${id}/keys`, { name: 'b', value: 'B' });
    expect((await get(other, 'export')).body).toEqual({ a: 'A', b: 'B' });
  });
});
