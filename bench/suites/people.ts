import { hash } from '@node-rs/argon2';
import { v7 as uuidv7 } from 'uuid';
import { bounded, percentile, type Result } from '../harness/figures';
import type { ServerProcess } from '../harness/server-process';
import type { Suite, World } from '../harness/world';
import { MailServer } from '../../test/support/smtp';

/** The parameters of the service. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PASSWORD = 'correct horse battery staple';
const AT_ONCE = 50;
const TRIES = 1_000;
const MAX_LOOP_P99_MS = 50;
const MAX_GROWTH_MB = 300;
/** How far the chance that a known address takes longer than an unknown one may be from one half. */
const MAX_DISTANCE = 0.05;

/** Measures sign-ins at the same time, and whether durations reveal which addresses have an account. */
export const peopleSuite: Suite = {
  name: 'people',
  async *run(world) {
    const mail = await MailServer.start();
    try {
      const service = await world.service(undefined, {
        TRUST_PROXY: '127.0.0.1',
        SMTP_URL: mail.url,
        MAIL_FROM: 'glossa@example.com',
        PUBLIC_URL: 'http://127.0.0.1',
      });
      const tries = world.options.quick ? TRIES / 10 : TRIES;
      await addPersons(world, tries);
      yield* signInsAtOnce(service);
      yield await tells(service, tries, 'a wrong password', (email) => ({
        path: 'session',
        body: { email, password: 'not the password' },
        status: 401,
      }));
      yield await tells(service, tries, 'a request of a new password', (email) => ({
        path: 'password-requests',
        body: { email },
        status: 200,
      }));
      await service.stop();
    } finally {
      await mail.close();
    }
  },
};

const known = (n: number): string => `person${n}@example.com`;
const unknown = (n: number): string => `nobody${n}@example.com`;

/** Adds members of the organization, who have the same password. */
async function addPersons({ sql, seed }: World, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await sql.query(
    `INSERT INTO persons (id, email, name, password_hash)
     SELECT id, 'person' || n - 1 || '@example.com', 'Person', $2 FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, n)`,
    [ids, await hash(PASSWORD, ARGON2ID)],
  );
  await sql.query(
    `INSERT INTO memberships (id, person_id, organization_id, role) SELECT id, id, $2, 'viewer' FROM unnest($1::uuid[]) AS u (id)`,
    [ids, seed.organizationId],
  );
}

async function* signInsAtOnce(service: ServerProcess): AsyncGenerator<Result> {
  const signIn = (n: number): Try => ({
    path: 'session',
    body: { email: known(n), password: PASSWORD },
    status: 201,
  });
  await send(service, signIn(0), 0);
  const { rss } = await service.observe();
  await service.begin();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(service, signIn(n), n)));
  const { loopP99, peakRss } = await service.observe();
  yield bounded(`${AT_ONCE} sign-ins at once: event loop, p99`, loopP99, 'ms', MAX_LOOP_P99_MS);
  yield bounded(`${AT_ONCE} sign-ins at once: memory over idle`, (peakRss - rss) / 2 ** 20, 'MB', MAX_GROWTH_MB);
}

interface Try {
  path: string;
  body: object;
  status: number;
}

/** Compares the durations of tries with known and with unknown addresses, in turn. */
async function tells(service: ServerProcess, tries: number, work: string, of: (email: string) => Try): Promise<Result> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < tries; n++) {
    // Either is first in every second pair.
    const order = n % 2 === 0 ? [0, 1] : [1, 0];
    for (const which of order) {
      times[which === 0 ? 0 : 1].push(await send(service, of(which === 0 ? known(n) : unknown(n)), 2 * n + which));
    }
  }
  const chance = chanceOfLonger(...times);
  const [one, other] = times.map((values) =>
    percentile(
      values.toSorted((a, b) => a - b),
      0.5,
    ).toFixed(2),
  );
  return {
    work: `${tries} × ${work}: the chance that a known address takes longer`,
    service: { value: chance, unit: '×' },
    target: `0.5 ± ${MAX_DISTANCE}`,
    met: Math.abs(chance - 0.5) <= MAX_DISTANCE,
    note: `p50 ${one} and ${other} ms`,
  };
}

/** Returns how frequently a value of the first list is greater than one of the second: U ÷ (n × m) of Mann and Whitney. */
function chanceOfLonger(one: readonly number[], other: readonly number[]): number {
  let greater = 0;
  for (const a of one) for (const b of other) greater += a > b ? 1 : a === b ? 0.5 : 0;
  return greater / (one.length * other.length);
}

/** Sends a request from a network of its own. @returns the milliseconds until its answer */
async function send(service: ServerProcess, { path, body, status }: Try, client: number): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${service.url}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`,
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const ms = performance.now() - start;
  if (response.status !== status) throw new Error(`${path}: ${response.status} instead of ${status}`);
  return ms;
}
