import { DataSource } from 'typeorm';
import { AttemptCountExpiry } from '../src/people/attempt-counts';
import { MailLimits } from '../src/people/mail-limits';
import { SignInDelays } from '../src/people/sign-in-delays';
import { type Replicas, startReplicas } from './support/replicas';

describe('counts of attempts', () => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await startReplicas();
  });
  afterAll(() => replicas.close());

  it('bound the mails to an address on all replicas together', async () => {
    const [one, other] = [replicas.one.app.get(MailLimits), replicas.other.app.get(MailLimits)];
    const taken: boolean[] = [];
    for (const limits of [one, other, one, other, one]) taken.push(await limits.take('password', 'jo@example.com'));
    expect(taken).toEqual([true, true, true, false, false]);
    expect(await other.take('password', 'other@example.com')).toBe(true);
  });

  it('count mails at the same time', async () => {
    const limits = [replicas.one, replicas.other].map(({ app }) => app.get(MailLimits));
    const taken = await Promise.all(
      limits.flatMap((each) => Array.from({ length: 10 }, () => each.take('invitation', 'at-once@example.com'))),
    );
    expect(taken.filter(Boolean)).toHaveLength(5);
  });

  it('delay a sign-in on one replica after wrong ones on the other, until one succeeds', async () => {
    const [one, other] = [replicas.one.app.get(SignInDelays), replicas.other.app.get(SignInDelays)];
    for (let i = 0; i < 10; i++) await one.begin('delayed@example.com');
    const before = performance.now();
    await other.begin('delayed@example.com');
    expect(performance.now() - before).toBeGreaterThan(900);
    await other.succeeded('delayed@example.com');
    await one.begin('delayed@example.com');
    const counts = await rowsOf(`SELECT count FROM attempt_counts WHERE expires_at < now() + interval '30 minutes'`);
    expect(counts).toEqual([{ count: 1 }]);
  });

  it('begin anew after their time, and are removed', async () => {
    const limits = replicas.one.app.get(MailLimits);
    for (let i = 0; i < 4; i++) await limits.take('password', 'later@example.com');
    await rowsOf(`UPDATE attempt_counts SET expires_at = now() - interval '1 second'`);
    expect(await limits.take('password', 'later@example.com')).toBe(true);
    const removed: number[] = [];
    for await (const count of replicas.one.app.get(AttemptCountExpiry).run()) removed.push(count);
    expect(await rowsOf('SELECT count FROM attempt_counts')).toEqual([{ count: 1 }]);
  });

  const rowsOf = (sql: string): Promise<unknown[]> => replicas.one.app.get(DataSource).query(sql);
});
