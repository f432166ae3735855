/**
 * The limit of tests for linear time: a linear algorithm takes a second or two for their inputs, a quadratic one
 * minutes. It is processor time, so that the load of other processes does not count.
 */
export const CPU_SECONDS = 20;

/** Starts a clock. The returned function returns the seconds of processor time that this process has used since. */
export function startCpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}
