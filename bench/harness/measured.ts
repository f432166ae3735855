import { bounded, median, type Result } from './figures';
import type { Observation } from './probe';
import type { ServerProcess } from './server-process';

const MAX_DELAY_MS = 50;

/** Does work, and notes what the service took for it. */
export class Measured {
  private observations: Observation[] = [];
  /** The delays of the event loop of the other server. */
  private idle: number[] = [];

  /**
   * @param servers the service, and a server without requests, which shows how busy the machine is
   * @param prepare is run before the work, and not measured
   */
  constructor(
    private readonly servers: readonly [ServerProcess, ServerProcess],
    private readonly work: () => Promise<unknown>,
    private readonly prepare: () => Promise<unknown> = () => Promise.resolve(),
  ) {}

  /** @returns the seconds that the work took */
  async run(): Promise<number> {
    await this.prepare();
    const [service, idle] = this.servers;
    await Promise.all([service.begin(), idle.begin()]);
    const start = performance.now();
    await this.work();
    const seconds = (performance.now() - start) / 1_000;
    this.observations.push(await service.observe());
    this.idle.push((await idle.observe()).loopP99);
    return seconds;
  }

  all(name: keyof Observation): number[] {
    return this.observations.map((observation) => observation[name]);
  }

  forget(): void {
    [this.observations, this.idle] = [[], []];
  }

  /** Returns a row that bounds how much longer the event loop of the service is delayed than the event loop of the idle server. */
  loopDelay(work: string, note?: string): Result {
    const [own, idle] = [median(this.all('loopP99')), median(this.idle)];
    const delays = [`${own.toFixed(0)} ms`, ...(note === undefined ? [] : [note])].join('; ');
    const described = `${delays}, a server without requests ${idle.toFixed(0)} ms`;
    return bounded(`${work}, p99 over that of an idle process`, own - idle, 'ms', MAX_DELAY_MS, described);
  }
}
