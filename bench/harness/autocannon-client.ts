import autocannon from 'autocannon';
import { percentile } from './figures';
import type { Load, Throughput } from './load';

/** Loads a server with autocannon. Collects the response times itself: autocannon's histogram counts whole milliseconds. */
export async function runAutocannon({
  url,
  connections,
  seconds,
  headers,
  requests,
  first,
  expect,
}: Load): Promise<Throughput> {
  const { method, paths, body } = requests;
  let count = first;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    count++;
    return { ...request, method, path: paths[count % paths.length], body: body?.replace('%d', String(count)) };
  };
  const instance = autocannon({ url, connections, duration: seconds, headers, requests: [{ setupRequest }] });
  const times: number[] = [];
  let unexpected = 0;
  instance.on('response', (_client: unknown, status: number, _bytes: number, time: number) => {
    times.push(time);
    if (status !== expect) unexpected++;
  });
  const start = performance.now();
  const { errors, timeouts } = await instance;
  const elapsed = (performance.now() - start) / 1_000;
  times.sort((a, b) => a - b);
  return {
    responses: times.length,
    failures: unexpected + errors + timeouts,
    seconds: elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
