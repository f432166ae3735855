import autocannon from 'autocannon';
import { type Figure, median, percentile } from './figures';
import type { Options } from './options';
import { AUTHORIZATION } from './servers';

/** Requests that one server is loaded with. */
export interface Target {
  url: string;
  headers?: Record<string, string>;
  requests?: autocannon.Request[];
  /** The status that every answer must have. Default: 2xx. */
  expect?: '2xx' | '3xx';
}

interface Round {
  rate: number;
  p50: number;
  p99: number;
}

/** Loads both servers in turn, round by round, the first of a round changing; figures are medians of the rounds. */
export async function compareLoads(
  options: Options,
  service: Target,
  reference: Target,
): Promise<{ service: Figure; reference: Figure; ratio: number }> {
  const warmUp = { ...options, seconds: Math.max(1, options.seconds / 2) };
  await load(warmUp, service);
  await load(warmUp, reference);
  const rounds: { service: Round; reference: Round }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const first = await load(options, round % 2 === 0 ? service : reference);
    const second = await load(options, round % 2 === 0 ? reference : service);
    rounds.push(round % 2 === 0 ? { service: first, reference: second } : { service: second, reference: first });
  }
  return {
    service: figureOf(rounds.map((round) => round.service)),
    reference: figureOf(rounds.map((round) => round.reference)),
    ratio: median(rounds.map((round) => round.service.rate / round.reference.rate)),
  };
}

/** Response times are taken one by one: autocannon's own histogram knows whole milliseconds only. */
async function load({ connections, seconds: duration }: Options, target: Target): Promise<Round> {
  const { url, headers, requests, expect = '2xx' } = target;
  const instance = autocannon({
    url,
    connections,
    duration,
    headers: { ...AUTHORIZATION, ...headers },
    ...(requests && { requests }),
  });
  const times: number[] = [];
  instance.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => times.push(time));
  const began = performance.now();
  const result = await instance;
  const seconds = (performance.now() - began) / 1_000;
  const wrong = result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'] - result[expect];
  if (wrong + result.errors + result.timeouts > 0 || result[expect] === 0) {
    throw new Error(
      `${url}: ${wrong} answers were not ${expect}, ${result.errors} failed, ${result[expect]} were right`,
    );
  }
  times.sort((a, b) => a - b);
  return { rate: result[expect] / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const figureOf = (rounds: readonly Round[]): Figure => ({
  value: median(rounds.map(({ rate }) => rate)),
  unit: 'req/s',
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
});
