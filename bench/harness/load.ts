import { runAutocannon } from './autocannon-client';
import { call } from './call';
import { type Comparison, type Figure, median, summarizeRatios } from './figures';
import type { Options } from './options';
import type { ServerProcess } from './server-process';
import { AUTHORIZATION } from './servers';
import { hasWrk, runWrk } from './wrk-client';

/** Requests of one kind: the paths in turn, each with a body of its own. */
export interface Requests {
  method: 'GET' | 'POST' | 'PUT';
  paths: readonly string[];
  /** JSON in which `%d` stands for a number that no other request has. */
  body?: string;
}

/** The requests that one server is loaded with. */
export interface Target {
  server: ServerProcess;
  requests: Requests;
  headers?: Record<string, string>;
  /** The status that every response must have. Default: 200. */
  expect?: number;
}

/** One run of a load generator. */
export interface Load {
  url: string;
  connections: number;
  seconds: number;
  headers: Readonly<Record<string, string>>;
  requests: Requests;
  /** The number of the first request, for bodies. */
  first: number;
  expect: number;
  /** Address of the client behind a trusted proxy, in which `%d` stands for one of many numbers. wrk only. */
  network?: string;
}

/** The measurements of one run of a load generator. */
export interface Throughput {
  /** Number of responses. */
  responses: number;
  /** Responses with an error status, and failures of the connection. */
  failures: number;
  /** Seconds from the first request to the last response. */
  seconds: number;
  /** Response times in milliseconds. */
  p50: number;
  p99: number;
}

interface Round {
  /** Requests per second. */
  rate: number;
  p50: number;
  p99: number;
  /** Microseconds of processor time per request. */
  cpu: number;
}

/** wrk takes less than a tenth of the processor time that autocannon takes, so that it does not slow down a server on the same machine. */
const [client, clientName] = hasWrk() ? [runWrk, 'wrk'] : [runAutocannon, 'autocannon'];

/** The load generator in use. */
export const [runClient, CLIENT]: [(load: Load) => Promise<Throughput>, string] = [client, clientName];

/** The compiler of the engine still optimizes the code of a request after several thousand of them. */
const MIN_WARM_UP_SECONDS = 4;

/** Loads both servers in turn; which one is first alternates from round to round. The figures are medians of the rounds. */
export async function compareLoads(options: Options, service: Target, reference: Target): Promise<Comparison> {
  const warmUp = { ...options, seconds: Math.max(options.quick ? 1 : MIN_WARM_UP_SECONDS, options.seconds / 2) };
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

/** The number of the next request, which is never used again. */
let next = 0;
/** No run sends more requests. */
const MAX_REQUESTS = 10_000_000;

async function load({ connections, seconds }: Options, target: Target): Promise<Round> {
  const { server, requests, expect = requests.method === 'POST' ? 201 : 200 } = target;
  const headers = { ...AUTHORIZATION, ...target.headers };
  const first = (next += MAX_REQUESTS);
  if (requests.method === 'GET') await assertStatus(target, headers, expect);
  await server.begin();
  const { responses, failures, ...times } = await runClient({
    ...{ url: server.url, connections, seconds, headers, requests, first, expect },
  });
  if (failures > 0 || responses === 0) {
    throw new Error(`${server.url}${requests.paths[0]}: ${responses} responses, ${failures} requests failed`);
  }
  const { cpu } = await server.observe();
  return { rate: responses / times.seconds, p50: times.p50, p99: times.p99, cpu: (cpu / responses) * 1e6 };
}

/** A load generator may count errors only; the status of a success is checked with one request. */
async function assertStatus({ server, requests }: Target, headers: Record<string, string>, expect: number) {
  const url = `${server.url}${requests.paths[0]}`;
  const { status } = await call(url, { headers, discard: true });
  if (status !== expect) throw new Error(`${url}: the status is ${status} instead of ${expect}`);
}

const toFigure = (rounds: readonly Round[]): Figure => ({
  value: median(rounds.map(({ rate }) => rate)),
  unit: 'req/s',
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
});
