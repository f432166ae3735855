import { startCpuClock } from './cpu-time.contract';

/** Linear work takes 4 times the time for 4 times the input, quadratic work 16 times. */
const MAX_RATIO_PER_SIZE = 2.25;

/**
 * Shorter times are not compared: compilation and garbage collection, which also looks at the heap of the tests before, have taken 0.33 s
 * of a run on a slow machine. Quadratic work that these tests have found took seconds.
 */
const MIN_SECONDS = 1;

/** A suspicious measurement is repeated until it is good, at most so many times, and the best one counts. */
const REPETITIONS = 5;

/** The processor time of the reference work on the machine on which the limits were chosen. */
const REFERENCE_SECONDS = 0.4;
const REFERENCE_SIZE = 200_000;

/** Work that was measured. */
interface Measurement {
  name: string;
  /** In any unit. */
  size: number;
  seconds: number;
  work: () => void;
}

/**
 * Measures the processor time of work of several sizes. The time must be below a limit, and must not grow clearly
 * faster than the size.
 */
export class LinearTimeCheck {
  private smaller: Measurement | undefined;

  /** @param maxSeconds the limit for work of a size, on a machine of usual speed */
  constructor(private readonly maxSeconds: (size: number) => number) {}

  /**
   * Measures work and compares it with the work before, if that has the same name and was smaller.
   *
   * @throws Error when the work takes too long or more than linear time
   */
  check(name: string, size: number, work: () => void): void {
    let seconds = measure(work);
    let limit = this.maxSeconds(size);
    if (seconds > limit && seconds < 10 * limit) {
      limit *= slownessOfMachine();
      seconds = Math.min(seconds, measureBest(work, limit));
    }
    if (seconds > limit) throw new Error(`${name}: size ${size} took ${seconds.toFixed(3)} s instead of ${limit} s`);
    const { smaller } = this;
    this.smaller = { name, size, seconds, work };
    if (smaller?.name !== name || seconds < MIN_SECONDS) return;
    const maxRatio = MAX_RATIO_PER_SIZE * (size / smaller.size);
    if (seconds <= maxRatio * smaller.seconds) return;
    const before = measureBest(smaller.work);
    const now = measureBest(work, Math.max(MIN_SECONDS, maxRatio * before));
    this.smaller.seconds = now;
    if (now < MIN_SECONDS || now <= maxRatio * before) return;
    const sizes = `size ${smaller.size} took ${before.toFixed(4)} s and size ${size} ${now.toFixed(4)} s`;
    throw new Error(`${name}: ${sizes}, which is more than linear`);
  }
}

function measure(work: () => void): number {
  const spent = startCpuClock();
  work();
  return spent();
}

/** Returns the best of some measurements. @param good seconds after which no further measurement is made */
function measureBest(work: () => void, good = 0): number {
  let best = Infinity;
  for (let i = 0; i < REPETITIONS && best > good; i++) best = Math.min(best, measure(work));
  return best;
}

/** Returns how many times as long as usual this machine takes at the moment, at least 1. */
const slownessOfMachine = (): number => Math.max(1, measureBest(referenceWork) / REFERENCE_SECONDS);

/** Makes, sorts and reads strings, as the codecs do. */
function referenceWork(): void {
  const names = Array.from({ length: REFERENCE_SIZE }, (_, i) => `name ${(i * 7_919) % REFERENCE_SIZE}`).sort();
  const texts = new Map(names.map((name) => [name, name.replace(' ', '.')]));
  JSON.parse(JSON.stringify(Object.fromEntries(texts)));
}
