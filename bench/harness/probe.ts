import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** What a process says of itself since it was last asked to begin anew. */
export interface Observation {
  /** Event loop delay in milliseconds: 99th percentile and maximum (`monitorEventLoopDelay`, resolution 10 ms). */
  loopP99: number;
  loopMax: number;
  /** Resident memory in bytes, now and at its highest. */
  rss: number;
  peakRss: number;
}

export type ProbeRequest = 'begin' | 'observe';

/** Loaded into a server before its own code (`--require`); answers over the IPC channel, on which it keeps nobody alive. */
function install(): void {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  let sampledPeak = 0;
  setInterval(() => (sampledPeak = Math.max(sampledPeak, process.memoryUsage.rss())), 20).unref();
  process.on('message', (request: ProbeRequest) => {
    if (request === 'begin') {
      sampledPeak = 0;
      resetPeak();
      histogram.reset();
      process.send?.('begun');
      return;
    }
    const rss = process.memoryUsage.rss();
    const observation: Observation = {
      loopP99: histogram.percentile(99) / 1e6,
      loopMax: histogram.max / 1e6,
      rss,
      peakRss: peakOfKernel() ?? Math.max(sampledPeak, rss),
    };
    process.send?.(observation);
  });
  process.channel?.unref();
}

/** Linux keeps the highest resident size, and forgets it when told to (proc(5), `clear_refs`); elsewhere it is sampled. */
function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    return;
  }
}

function peakOfKernel(): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}

if (isMainThread && process.send !== undefined) install();
