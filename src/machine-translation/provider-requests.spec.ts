import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import type { CharacterBudget, Reservation } from './character-budget';
import { ProviderError } from './machine-failure';
import type { ProviderAccount } from './provider-account';
import { ProviderClock } from './provider-clock';
import { ProviderPause } from './provider-pause';
import { type ProviderAnswer, ProviderRequests } from './provider-requests';
import type { MachineProvider } from './providers/provider';

const REQUEST_MS = 15_000;

/** A clock that stands still but for what is waited for. */
class FakeClock extends ProviderClock {
  time = 0;
  override now = (): number => this.time;
  override random = (): number => 1;
  override delay(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    return Promise.resolve();
  }
}

/** Counts reserved characters without a database. */
class FakeBudget implements Pick<CharacterBudget, 'reserve' | 'giveBack' | 'usageOf'> {
  counted = 0;
  reserve(_account: ProviderAccount, characters: number): Promise<Reservation> {
    this.counted += characters;
    return Promise.resolve({ organizationId: 'o', owner: 'operator', month: '2026-12-01', characters });
  }
  giveBack({ characters }: Reservation): Promise<void> {
    this.counted -= characters;
    return Promise.resolve();
  }
  usageOf(): Promise<number> {
    return Promise.resolve(this.counted);
  }
}

describe('requests to a provider', () => {
  const given = () => {
    const [clock, budget] = [new FakeClock(), new FakeBudget()];
    const [pause, slots] = [new ProviderPause(clock), new FairSemaphore({ slots: 4, slotsPerGroup: 4 })];
    const account = { organizationId: 'o', owner: 'operator', pause, slots } as unknown as ProviderAccount;
    const requests = new ProviderRequests(budget as unknown as CharacterBudget, clock);
    /** @param translate is called for each attempt, with its number from 1 */
    const send = (translate: (attempt: number) => Promise<string[]>, patienceMs = 120_000): Promise<ProviderAnswer> => {
      let attempt = 0;
      const provider = { translate: () => translate(++attempt) } as unknown as MachineProvider;
      const options = { signal: new AbortController().signal, patienceMs };
      return requests.send(account, provider, { source: 'en', target: 'de', texts: ['Nine ones'] }, options);
    };
    const timesOut = (): Promise<never> => {
      clock.time += REQUEST_MS;
      return Promise.reject(new ProviderError('timeout'));
    };
    return { clock, budget, send, timesOut };
  };
  const fails = (...[failure, answer]: ConstructorParameters<typeof ProviderError>): Promise<never> =>
    Promise.reject(new ProviderError(failure, answer));

  it('are sent again after a time-out, and each attempt is counted: the provider may have translated', async () => {
    const { budget, send, timesOut } = given();
    expect(await send((attempt) => (attempt < 3 ? timesOut() : Promise.resolve(['Text'])))).toEqual(['Text']);
    expect(budget.counted).toBe(27);
  });

  it('are given up if they time out for the time that the caller waits, which begins with the first of them', async () => {
    const { clock, budget, send, timesOut } = given();
    expect(await send(timesOut, 5_000)).toMatchObject({ failure: 'timeout' });
    expect([clock.time, budget.counted]).toEqual([REQUEST_MS, 9]);
    const patient = given();
    expect(await patient.send(patient.timesOut)).toMatchObject({ failure: 'timeout' });
    expect(patient.clock.time).toBeLessThan(120_000 + REQUEST_MS);
  });

  it('say why the provider was away, also if they were not sent in its pause', async () => {
    const { budget, send } = given();
    const isAway = (): Promise<never> => fails('failed', { status: 502 });
    expect(await send(isAway)).toMatchObject({ failure: 'failed' });
    let sent = 0;
    expect(await send(() => fails('busy', { status: 429 + sent++ }), 1_000)).toEqual({ failure: 'failed' });
    expect([sent, budget.counted]).toEqual([0, 0]);
  });

  it('are not sent a third time if the provider answers other requests meanwhile: it is not away, the text is hard for it', async () => {
    const { send } = given();
    let attempts = 0;
    const failsAlways = async (): Promise<never> => {
      attempts++;
      await send(() => Promise.resolve(['Another text']), 0);
      return fails('failed', { status: 502 });
    };
    expect(await send(failsAlways)).toMatchObject({ failure: 'failed' });
    expect(attempts).toBe(2);
  });

  it('are sent once if they time out while the provider answers other requests', async () => {
    const { send, timesOut } = given();
    let attempts = 0;
    const isSlow = async (): Promise<never> => {
      attempts++;
      await send(() => Promise.resolve(['Another text']));
      return timesOut();
    };
    expect(await send(isSlow)).toMatchObject({ failure: 'timeout' });
    expect(attempts).toBe(1);
  });
});
