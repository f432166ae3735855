/**
 * For rules about growth: what is linear takes a second or two of these sizes, what is quadratic minutes. The time of this
 * process on the processor, not of the clock: another one's load does not count.
 */
export const CPU_SECONDS = 20;

/** @returns seconds of processor time that this process has had since */
export function startCpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}
