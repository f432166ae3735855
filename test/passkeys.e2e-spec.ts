import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnauthenticatedError } from '../src/common/access/access-errors';
import type { NewPasskeyDto } from '../src/people/dto/passkey.dto';
import { FailedSignIns } from '../src/people/failed-sign-ins';
import { PasskeysService } from '../src/people/passkeys/passkeys.service';
import { SignInDelays } from '../src/people/sign-in-delays';
import { SessionsService } from '../src/sessions/sessions.service';
import { Authenticator, type Deviation } from './support/authenticator';
import type { ApiResponse, Json } from './support/client';
import { Browser, cookieOf, GivenPeople, type GivenPerson, PASSWORD } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

describe('passkeys', () => {
  let running: RunningApp;
  let people: GivenPeople;
  let dataSource: DataSource;
  let owner: Awaited<ReturnType<GivenPeople['owner']>>;
  beforeAll(async () => {
    running = await startApp();
    people = new GivenPeople(running);
    dataSource = running.app.get(DataSource);
    owner = await people.owner();
  });
  afterAll(() => running.close());

  const optionsOf = async (response: Promise<ApiResponse>): Promise<Json> => (await response).body.publicKey;
  const begin = (person: Browser): Promise<Json> => optionsOf(person.post('me/passkeys/options'));
  const beginSignIn = (): Promise<Json> => optionsOf(people.stranger.post('passkey-sign-in/options'));
  const send = (answer: Json, headers = {}): Promise<ApiResponse> =>
    people.stranger.post('passkey-sign-in', answer, { headers: { origin: running.url, ...headers } });
  const add = (person: Browser, answer: object, name = 'Laptop'): Promise<ApiResponse> =>
    person.post('me/passkeys', { name, ...answer });

  /** Adds a passkey to a person. */
  const given = async (
    person: Browser,
    ...algorithm: [('ES256' | 'RS256' | 'EdDSA')?]
  ): Promise<Authenticator & { passkeyId: string }> => {
    const authenticator = new Authenticator(running.url, ...algorithm);
    const { status, body } = await add(person, authenticator.create(await begin(person)));
    expect(status).toBe(201);
    return Object.assign(authenticator, { passkeyId: body.passkey.id });
  };
  const signIn = async (authenticator: Authenticator, deviation?: Deviation): Promise<ApiResponse> =>
    send(authenticator.sign(await beginSignIn(), deviation));
  const member = (): Promise<GivenPerson> => people.member(owner, 'translator');
  const entriesOf = async (action: string, { personId }: GivenPerson): Promise<Json[]> =>
    (await owner.get(`audit?action=${action}`)).body.entries.filter(
      ({ person, target }: Json) => (person ?? target).id === personId,
    );
  /** What a response tells beside what differs in each one. */
  const told = ({ status, body, headers }: ApiResponse): unknown => {
    const names = [...headers.keys()].filter((name) => !/^(?:ratelimit|x-ratelimit|date|x-request-id)/.test(name));
    return { status, names, body: { ...body, requestId: undefined } };
  };

  it.each(['ES256', 'RS256', 'EdDSA'] as const)('are added, and sign in without a password (%s)', async (algorithm) => {
    const person = await member();
    const authenticator = await given(person, algorithm);
    const response = await signIn(authenticator);
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(response.body).toMatchObject({ apiKey: null, role: 'translator', person: { email: person.email } });
    const signedIn = people.browser(cookieOf(response));
    expect((await signedIn.get('me')).body).toEqual(response.body);
    const [{ lastUsedAt }] = (await signedIn.get('me/passkeys')).body.passkeys;
    expect(new Date(lastUsedAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await entriesOf('session.begun', person))[0]).toMatchObject({ details: { by: 'passkey' } });
  });

  it('are several, with names, and are removed one by one', async () => {
    const person = await member();
    const [first, second] = [await given(person), await given(person)];
    const renamed = await person.patch(`me/passkeys/${second.passkeyId}`, { name: 'Phone' });
    expect([renamed.status, renamed.body.passkey]).toMatchObject([200, { name: 'Phone', lastUsedAt: null }]);
    const names = async (): Promise<string[]> =>
      (await person.get('me/passkeys')).body.passkeys.map(({ name }: Json) => name);
    expect(await names()).toEqual(['Laptop', 'Phone']);
    const excluded = (await begin(person)).excludeCredentials;
    expect(excluded.map(({ id }: Json) => id).sort()).toEqual([first.id, second.id].sort());

    expect((await person.delete(`me/passkeys/${first.passkeyId}`)).body).toEqual({ deleted: true });
    expect(await names()).toEqual(['Phone']);
    expect([(await signIn(first)).status, (await signIn(second)).status]).toEqual([401, 201]);
    expect((await person.delete(`me/passkeys/${first.passkeyId}`)).body.code).toBe('passkey_not_found');
    for (const [action, ids] of [
      ['passkey.added', [second.passkeyId, first.passkeyId]],
      ['passkey.removed', [first.passkeyId]],
    ] as const) {
      const targets = ids.map((id) => ({ target: { type: 'passkey', id, name: null }, address: expect.any(String) }));
      expect(await entriesOf(action, person)).toMatchObject(targets);
    }
  });

  it('ask for an authenticator that keeps the passkey and verifies the person, without an address', async () => {
    const person = await member();
    const rp = { id: '127.0.0.1', name: 'Glossa' };
    expect(await begin(person)).toMatchObject({
      ...{ rp, attestation: 'none', timeout: 300_000, excludeCredentials: [], user: { name: person.email } },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const options = await beginSignIn();
    expect(Object.keys(options).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
    expect(options).toMatchObject({ rpId: '127.0.0.1', timeout: 300_000, userVerification: 'required' });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    expect((await people.stranger.post('passkey-sign-in/options', { email: person.email })).status).toBe(400);
  });

  const WRONG: [string, Deviation][] = [
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a challenge that is no text', { challenge: 7 as unknown as string }],
    ['another origin', { origin: 'https://glossa.example.org' }],
    ['another host', { rpId: 'glossa.example.org' }],
    ['another ceremony', { type: 'payment.get' }],
    ['a person who was not verified', { isVerified: false }],
  ];

  it.each(WRONG)('are not added with %s', async (_, deviation) => {
    const authenticator = new Authenticator(running.url);
    const response = await add(owner, authenticator.create(await begin(owner), deviation));
    expect([response.status, response.body.code]).toEqual([400, 'invalid_passkey']);
    expect((await owner.get('me/passkeys')).body.passkeys).toEqual([]);
  });

  it('are not added with a certificate of the authenticator, whose check would request the addresses in it', async () => {
    const refusals = jest.spyOn(Logger.prototype, 'debug');
    const statement = new Map([['x5c', [Buffer.from('certificate')]]]);
    for (const format of ['packed', 'android-key', 'apple']) {
      const answer = new Authenticator(running.url).create(await begin(owner), { attestation: { format, statement } });
      expect((await add(owner, answer)).body.code).toBe('invalid_passkey');
      expect(refusals).toHaveBeenLastCalledWith(expect.stringMatching(`an attestation was not asked for: ${format}$`));
    }
  });

  describe('that are wrong', () => {
    let person: GivenPerson;
    let authenticator: Authenticator;
    beforeAll(async () => {
      person = await member();
      authenticator = await given(person);
      await signIn(authenticator, { step: 2 });
    });

    it.each<[string, Deviation]>([
      ...WRONG,
      ['a count of signatures that is not greater', { step: 0 }],
      ['a smaller count of signatures', { step: -1 }],
      ['the name of another person', { userHandle: 'AZqfPlscfkWNLj9KW2x9jg' }],
    ])('do not sign in with %s; no answer says why, and the audit has it', async (_, deviation) => {
      const before = await entriesOf('session.failed', person);
      const unknown = await signIn(new Authenticator(running.url), { userHandle: 'AZqfPlscfkWNLj9KW2x9jg' });
      expect(unknown).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(told(await signIn(authenticator, deviation))).toEqual(told(unknown));
      await running.app.get(FailedSignIns).writeDue(Infinity);
      const [entry, ...others] = await entriesOf('session.failed', person);
      expect([entry, others]).toMatchObject([{ details: { by: 'passkey', count: 1 } }, before]);
      expect((await signIn(authenticator, { step: 2 })).status).toBe(201);
    });
  });

  it('do not sign in with what another passkey has signed', async () => {
    const [person, other] = [await member(), await member()];
    const [authenticator, foreign] = [await given(person), await given(other)];
    const { id, userHandle } = authenticator.sign(await beginSignIn());
    const { signature, ...rest } = foreign.sign(await beginSignIn());
    expect((await send({ ...rest, signature, id, userHandle })).status).toBe(401);
    expect((await send({ ...rest, signature, userHandle })).status).toBe(401);
  });

  it('sign in again and again where the authenticator counts nothing', async () => {
    const authenticator = await given(await member());
    const statuses = [await signIn(authenticator, { step: 0 }), await signIn(authenticator, { step: 0 })];
    expect(statuses.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('use a challenge once, within five minutes, for what and for whom it was made', async () => {
    const person = await member();
    const authenticator = await given(person);
    const options = await beginSignIn();
    const [row] = await dataSource.query<{ ms: number }[]>(
      `SELECT extract(epoch FROM max(expires_at) - now()) * 1000 AS ms FROM passkey_challenges`,
    );
    expect(Number(row?.ms)).toBeLessThanOrEqual(300_000);
    const answers = [authenticator.sign(options), authenticator.sign(options), authenticator.sign(options)];
    const statuses = (await Promise.all(answers.map((answer) => send(answer)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 401, 401]);

    // A refused answer has used it, too.
    const again = await beginSignIn();
    expect((await send(authenticator.sign(again, { isVerified: false }))).status).toBe(401);
    expect((await send(authenticator.sign(again))).status).toBe(401);

    const [late, lateToAdd] = [await beginSignIn(), await begin(person)];
    await dataSource.query('UPDATE passkey_challenges SET expires_at = now()');
    expect((await send(authenticator.sign(late))).status).toBe(401);
    const fresh = (): Authenticator => new Authenticator(running.url);
    expect((await add(person, fresh().create(lateToAdd))).body.code).toBe('invalid_passkey');

    const { user, rp } = await begin(person);
    const { challenge } = await beginSignIn();
    expect((await add(person, fresh().create({ user, rp, challenge }))).body.code).toBe('invalid_passkey');
    const other = await begin(await member());
    expect((await add(person, fresh().create(other))).body.code).toBe('invalid_passkey');
    const toAdd = await begin(person);
    const { challenge: ofPerson } = await begin(person);
    expect((await send(authenticator.sign({ challenge: ofPerson, rpId: rp.id }))).status).toBe(401);
    const answer = fresh().create(toAdd);
    const added = await Promise.all([add(person, answer), add(person, answer)]);
    expect(added.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('belong to one person', async () => {
    const [person, other] = [await member(), await member()];
    const authenticator = await given(person);
    const path = `me/passkeys/${authenticator.passkeyId}`;
    expect((await add(other, authenticator.create(await begin(other)))).body.code).toBe('invalid_passkey');
    const foreign = [
      await other.patch(path, { name: 'x' }),
      await other.delete(path),
      await other.delete('me/passkeys/x'),
    ];
    expect(foreign.map(({ body }) => body.code)).toEqual(Array(3).fill('passkey_not_found'));
    expect((await other.get('me/passkeys')).body.passkeys).toEqual([]);
    authenticator.create(await begin(person));
    const { body } = await signIn(authenticator);
    expect(body.person.email).toBe(person.email);
  });

  it('are of persons, not of API keys, and are changed by pages of this host only', async () => {
    const { api } = owner.organization;
    for (const response of [await api.post('me/passkeys/options'), await api.get('me/passkeys')]) {
      expect([response.status, response.body.code]).toEqual([403, 'person_required']);
    }
    const authenticator = await given(await member());
    const foreign = { origin: 'https://glossa.example.org' };
    const answer = authenticator.sign(await beginSignIn());
    expect((await send(answer, foreign)).status).toBe(401);
    expect((await send(answer, { 'sec-fetch-site': 'cross-site' })).body.code).toBe('cross_site_request');
    const options = await people.stranger.post('passkey-sign-in/options', undefined, { headers: foreign });
    expect(options.status).toBe(401);
  });

  it('sign in while sign-ins with the password are delayed', async () => {
    const person = await member();
    const authenticator = await given(person);
    let endDelay = (): void => {};
    const end = new Promise<void>((resolve) => (endDelay = resolve));
    const delay = jest.spyOn(running.app.get(SignInDelays), 'begin').mockReturnValue(end);
    const byPassword = people.signIn(person.email, PASSWORD);
    expect((await signIn(authenticator)).status).toBe(201);
    endDelay();
    expect((await byPassword).status).toBe(201);
    expect(delay).toHaveBeenCalledTimes(1);
    delay.mockRestore();
  });

  it('end with the account, and do not sign in a person without an organization', async () => {
    const person = await member();
    const authenticator = await given(person);
    const removed = await owner.delete(`members/${await memberIdOf(person)}`);
    expect(removed.status).toBe(200);
    expect((await signIn(authenticator)).status).toBe(401);

    const leaver = await member();
    await given(leaver);
    expect((await leaver.delete('me')).status).toBe(200);
    const rows = await dataSource.query('SELECT FROM passkeys WHERE person_id = $1', [leaver.personId]);
    expect(rows).toEqual([]);
  });

  const memberIdOf = async ({ personId }: GivenPerson): Promise<string> =>
    (await owner.get('members')).body.members.find(({ person }: Json) => person.id === personId).id;

  it('are not added by a session that has ended, which another replica may still admit', async () => {
    const person = await member();
    const options = await begin(person);
    const principal = await running.app.get(SessionsService).resolve(person.cookie.split('=')[1] ?? '');
    if (!principal?.person) throw new Error('the session is not known');
    const relyingParty = { id: new URL(running.url).hostname, origin: running.url };
    const answer = { name: 'Laptop', ...new Authenticator(running.url).create(options) } as unknown as NewPasskeyDto;
    expect((await person.delete('session')).status).toBe(200);
    const late = running.app
      .get(PasskeysService)
      .add(principal.person, principal.sessionId, relyingParty, answer, '192.0.2.1');
    await expect(late).rejects.toThrow(UnauthenticatedError);
  });

  it('are at most 20 of a person', async () => {
    const person = await member();
    await given(person);
    await dataSource.query(MORE_PASSKEYS, [person.personId, 19]);
    const response = await add(person, new Authenticator(running.url).create(await begin(person)));
    expect([response.status, response.body.code]).toEqual([400, 'limit_exceeded']);
  });

  it.each([
    ['no answer', {}, '/id', 'required'],
    ['an id that is not base64url', { id: 'a+b' }, '/id', 'invalid_format'],
    ['no text', { signature: 7 }, '/signature', 'wrong_type'],
    ['too long a signature', { signature: 'a'.repeat(4_097) }, '/signature', 'too_long'],
  ])('are refused with %s', async (_, change, pointer, code) => {
    const { status, body } = await send(change);
    expect([status, body.errors]).toEqual([400, expect.arrayContaining([expect.objectContaining({ pointer, code })])]);
  });
});

const MORE_PASSKEYS = `
  INSERT INTO passkeys (id, person_id, name, credential_id, public_key, counter, transports)
  SELECT gen_random_uuid(), person_id, name, decode(md5(i::text || person_id), 'hex'), public_key, counter, transports
  FROM passkeys, generate_series(1, $2) i WHERE person_id = $1`;
