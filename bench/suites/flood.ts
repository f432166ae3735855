import { type Figure, median, type Result, summarizeRatios } from '../harness/figures';
import { runClient, type Throughput } from '../harness/load';
import { LANGUAGES } from '../harness/seed';
import type { Suite, World } from '../harness/world';
import { publish } from './delivery';

/** Requests of one client network a minute. */
const RATE_LIMIT = 600;

/** The time of clients while one network floods the service, beside their time without it. */
export const floodSuite: Suite = {
  name: 'flood',
  async run(world) {
    const id = await world.seed.project({ keys: 1_000, languages: LANGUAGES });
    await world.seed.settle();
    const token = await publish(world, id);
    return [await besideFlood(world, `/delivery/${token}/production/de.json`)];
  },
};

async function besideFlood(world: World, path: string): Promise<Result> {
  const settings = { TRUST_PROXY: '1', SHUTDOWN_DRAIN_SECONDS: '0', DELIVERY_RATE_LIMIT: String(RATE_LIMIT) };
  const service = await world.service(undefined, settings);
  const { url } = service;
  const { rounds, seconds } = world.options;
  const load = { url, seconds, requests: { method: 'GET', paths: [path] }, first: 0, expect: 200 } as const;
  const headers = { 'accept-encoding': 'br' };
  const others = (): Promise<Throughput> => runClient({ ...load, headers, connections: 16, network: '2001:db8:%d::1' });
  const flood = (length: number): Promise<Throughput> =>
    runClient({ ...load, headers, connections: 256, seconds: length, network: '203.0.113.9' });
  await others();
  await flood(1);
  const alone: Throughput[] = [];
  const flooded: Throughput[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    alone.push(await others());
    const flooding = flood(seconds + 1);
    flooded.push(await others());
    refused += (await flooding).failures;
  }
  await service.stop();
  const failures = [...alone, ...flooded].reduce((sum, each) => sum + each.failures, 0);
  if (failures > 0 || refused === 0) throw new Error(`${failures} of other clients failed, ${refused} were refused`);
  const figure = (runs: readonly Throughput[]): Figure => {
    const [p50, p99] = [median(runs.map((run) => run.p50)), median(runs.map((run) => run.p99))];
    return { value: median(runs.map(({ responses, seconds: time }) => responses / time)), unit: 'req/s', p50, p99 };
  };
  const { ratio, quartiles } = summarizeRatios(flooded.map(({ p99 }, round) => p99 / (alone[round]?.p99 ?? NaN)));
  return {
    work: 'p99 of other clients of delivery in a flood',
    service: figure(flooded),
    reference: figure(alone),
    quartiles,
    ...world.judgeTime(ratio, 2),
    note: `256 connections of one network, ${refused.toLocaleString('en')} requests refused; the reference is the service without them`,
  };
}
