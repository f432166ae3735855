import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load, Throughput } from './load';

/** Returns whether wrk is installed (`apt-get install wrk`). */
export const hasWrk = (): boolean => spawnSync('wrk', ['--version']).error === undefined;

/** Loads a server with wrk, on one thread. */
export async function runWrk(load: Load): Promise<Throughput> {
  const folder = mkdtempSync(join(tmpdir(), 'glossa-wrk-'));
  try {
    const script = join(folder, 'requests.lua');
    writeFileSync(script, toLua(load));
    // wrk takes whole seconds only.
    const seconds = Math.ceil(load.seconds);
    const args = ['-t1', `-c${load.connections}`, `-d${seconds}s`, '--timeout', '60s', '-s', script, load.url];
    const { stdout } = await promisify(execFile)('wrk', args);
    const [json = '{}'] = stdout.trim().split('\n').slice(-1);
    return JSON.parse(json) as Throughput;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Client networks in turn. */
const NETWORKS = 9_999;

/** wrk calls `request` for each request of a script that has one, and `done` at the end; times are in microseconds. */
function toLua({ requests: { method, paths, body }, headers, first, network }: Load): string {
  const isConstant = body === undefined && paths.length === 1 && network === undefined;
  const next = `
local paths = {${paths.map(toLuaString).join(', ')}}
local template = ${body === undefined ? 'nil' : toLuaString(body)}
local count = ${first}
function request()
  count = count + 1
  local body = template and template:gsub("%%d", string.format("%d", count))
  ${network === undefined ? '' : `wrk.headers["x-forwarded-for"] = string.format(${toLuaString(network)}, count % ${NETWORKS})`}
  return wrk.format(nil, paths[count % #paths + 1], nil, body)
end`;
  return `wrk.method = ${toLuaString(method)}
wrk.path = ${toLuaString(paths[0] ?? '/')}
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${toLuaString(name)}] = ${toLuaString(value)}`)
  .join('\n')}
${isConstant ? '' : next}
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"responses":%d,"failures":%d,"seconds":%f,"p50":%f,"p99":%f}\\n', summary.requests,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
`;
}

/** Lua takes the escapes of JSON for quotes and backslashes; other characters of the bench's strings need none. */
const toLuaString = (text: string): string => JSON.stringify(text);
