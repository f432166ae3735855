import autocannon from 'autocannon';
import { type Comparison, type Figure, median, percentile, summarizeRatios } from './figures';
import type { Options } from './options';
import type { ServerProcess } from './server-process';
import { AUTHORIZATION } from './servers';

/** The requests that one server is loaded with. */
export interface Target {
  server: ServerProcess;
  /** Default: `/`. */
  path?: string;
  headers?: Record<string, string>;
  requests?: autocannon.Request[];
  /** Status class that every response must have. Default: 2xx. */
  expect?: '2xx' | '3xx';
}

interface Round {
  /** Requests per second. */
  rate: number;
  /** Response times in milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of processor time per request. */
  cpu: number;
}

/** Loads both servers in turn; which one is first alternates from round to round. The figures are medians of the rounds. */
export async function compareLoads(options: Options, service: Target, reference: Target): Promise<Comparison> {
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
    service: toFigure(rounds.map((round) => round.service)),
    reference: toFigure(rounds.map((round) => round.reference)),
    ...summarizeRatios(rounds.map((round) => round.service.rate / round.reference.rate)),
  };
}

/** Collects the response times itself, because autocannon's histogram has a resolution of whole milliseconds. */
async function load({ connections, seconds: duration }: Options, target: Target): Promise<Round> {
  const { server, path = '/', headers, requests, expect = '2xx' } = target;
  const url = server.url + path;
  const instance = autocannon({
    url,
    connections,
    duration,
    headers: { ...AUTHORIZATION, ...headers },
    ...(requests && { requests }),
  });
  const times: number[] = [];
  instance.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => times.push(time));
  await server.begin();
  const start = performance.now();
  const result = await instance;
  const seconds = (performance.now() - start) / 1_000;
  const unexpected = result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'] - result[expect];
  if (unexpected + result.errors + result.timeouts > 0 || result[expect] === 0) {
    throw new Error(
      `${url}: ${result[expect]} responses were ${expect}, ${unexpected} were not, ${result.errors} requests failed`,
    );
  }
  const { cpu } = await server.observe();
  times.sort((a, b) => a - b);
  return {
    rate: result[expect] / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: (cpu / result[expect]) * 1e6,
  };
}

const toFigure = (rounds: readonly Round[]): Figure => ({
  value: median(rounds.map(({ rate }) => rate)),
  unit: 'req/s',
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
});
