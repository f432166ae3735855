import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Figures of one process since its last `begin`. */
export interface Observation {
  /** Event loop delay in milliseconds: 99th percentile and maximum (`monitorEventLoopDelay`, resolution 10 ms). */
  loopP99: number;
  loopMax: number;
  /** Processor time in seconds, user and system, of all threads. */
  cpu: number;
  /** Resident memory in bytes: current and peak. */
  rss: number;
  peakRss: number;
  /** Memory of JavaScript objects in bytes, garbage included. */
  heap: number;
  /** Open files and sockets; 0 where the kernel does not list them. */
  openFiles: number;
}

export type ProbeRequest = 'begin' | 'observe';

/**
 * Installs the probe in a server, before its own code (`--require`). It responds over the IPC channel, which does not keep
 * the process alive.
 */
function install(): void {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  let sampledPeak = 0;
  let cpuAtBegin = process.cpuUsage();
  setInterval(() => (sampledPeak = Math.max(sampledPeak, process.memoryUsage.rss())), 20).unref();
  process.on('message', (request: ProbeRequest) => {
    if (request === 'begin') {
      sampledPeak = 0;
      resetPeak();
      histogram.reset();
      cpuAtBegin = process.cpuUsage();
      process.send?.('begun');
      return;
    }
    const rss = process.memoryUsage.rss();
    const { user, system } = process.cpuUsage(cpuAtBegin);
    const observation: Observation = {
      loopP99: histogram.percentile(99) / 1e6,
      loopMax: histogram.max / 1e6,
      cpu: (user + system) / 1e6,
      rss,
      peakRss: readKernelPeak() ?? Math.max(sampledPeak, rss),
      heap: process.memoryUsage().heapUsed,
      openFiles: existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0,
    };
    process.send?.(observation);
  });
  process.channel?.unref();
}

/** Resets the peak of resident memory that the Linux kernel records (proc(5), `clear_refs`); elsewhere the peak is sampled. */
function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    return;
  }
}

function readKernelPeak(): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}

if (isMainThread && process.send !== undefined) install();
