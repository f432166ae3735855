import { Passwords } from './passwords';

const PASSWORD = 'a password of a person';

describe('passwords', () => {
  const passwords = new Passwords({ passwordSignIn: true });

  it('compares a password with the hash of it and of another one', async () => {
    const stored = await passwords.hash(PASSWORD, 'network');
    expect(await passwords.verify(stored, PASSWORD, 'network')).toBe(true);
    expect(await passwords.verify(stored, 'the password of nobody', 'network')).toBe(false);
  });

  it('refuses the password of an unknown person after as much work', async () => {
    const stored = await passwords.hash(PASSWORD, 'network');
    const known = await work(() => passwords.verify(stored, 'the password of nobody', 'network'));
    const unknown = await work(() => passwords.verify(null, PASSWORD, 'network'));
    expect(unknown).toBeGreaterThan(known / 3);
    expect(await passwords.verify(null, PASSWORD, 'network')).toBe(false);
  });
});

/** Returns the processor time of a function that is called five times. */
async function work(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < 5; i++) await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
