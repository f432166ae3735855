import { randomBytes } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { createLink } from '../src/people/links';
import { proveByMail } from '../src/people/verified-address';
import { untilWaitingForLock } from './support/lock-waits';
import { GivenPeople } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

// The embedded database has one connection, so that a transaction waits for the whole other one.
(process.env.DATABASE_URL ? describe : describe.skip)('a proof of an address by mail', () => {
  let running: RunningApp;
  let dataSource: DataSource;
  let people: GivenPeople;
  let other: QueryRunner;
  beforeAll(async () => {
    running = await startApp();
    dataSource = running.app.get(DataSource);
    people = new GivenPeople(running);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    other = dataSource.createQueryRunner();
    await other.startTransaction();
  });
  afterEach(() => other.release());

  /** Adds a passkey in the other transaction. */
  const addPasskey = (personId: string): Promise<unknown> =>
    other.query(
      `INSERT INTO passkeys (id, person_id, name, credential_id, public_key, counter, transports)
       VALUES ($1, $2, 'Laptop', $3, $3, 0, '{}')`,
      [uuidv7(), personId, randomBytes(16)],
    );
  const passkeysOf = async (personId: string): Promise<number> =>
    (await dataSource.query<object[]>('SELECT FROM passkeys WHERE person_id = $1', [personId])).length;

  /** Commits the other transaction when a request waits for it, and returns what the request answers. */
  async function commitBefore<T>(request: Promise<T>): Promise<T> {
    await untilWaitingForLock(other, request);
    await other.commitTransaction();
    return request;
  }

  it('keeps a passkey that was added after another proof, which was not committed when this one began', async () => {
    const { personId } = await people.owner();
    await proveByMail(other.manager, personId);
    await addPasskey(personId);
    await commitBefore(dataSource.transaction((tx) => proveByMail(tx, personId)));
    expect(await passkeysOf(personId)).toBe(1);
  });

  it('removes a passkey that is added at the same time', async () => {
    const { personId, email, organization } = await people.owner();
    const link = { kind: 'password', organizationId: organization.id, personId, email } as const;
    const { token } = await createLink(dataSource.manager, link);
    // A passkey is added under this lock.
    await other.query('SELECT FROM persons WHERE id = $1 FOR NO KEY UPDATE', [personId]);
    await addPasskey(personId);
    const password = 'seven amber owls by the sea';
    const { status } = await commitBefore(people.stranger.post('password', { token, password }));
    expect([status, await passkeysOf(personId)]).toEqual([201, 0]);
  });
});
