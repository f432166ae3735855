export type Unit = 'req/s' | 's' | 'MB' | 'ms' | 'ns' | 'rows' | 'keys' | 'bytes' | '×';

export interface Figure {
  value: number;
  unit: Unit;
  /** Response times in milliseconds: median and 99th percentile. */
  p50?: number;
  p99?: number;
  /** Microseconds of processor time per request, in the server's process. */
  cpu?: number;
}

/** One row of the table. */
export interface Result {
  work: string;
  service: Figure;
  /** Figure of the reference or of the baseline build; undefined where the target is absolute. */
  reference?: Figure;
  /** Median of the rounds' ratios, service to reference. */
  ratio?: number;
  /** First and third quartile of the rounds' ratios: wide on a busy machine. */
  quartiles?: readonly [number, number];
  target?: string;
  met?: boolean;
  note?: string;
}

/** Figures of the service and of the server that it is compared with, as a part of a `Result`. */
export interface Comparison {
  service: Figure;
  reference: Figure;
  ratio: number;
  quartiles: readonly [number, number];
}

/** A ratio with its target, as a part of a `Result`. */
export interface Verdict {
  ratio: number;
  target: string;
  met: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/**
 * Returns a percentile by the nearest-rank method.
 * @param sorted values in ascending order
 * @param share 0 to 1
 */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;

/** Summarizes the ratios of the rounds. */
export function summarizeRatios(ratios: readonly number[]): { ratio: number; quartiles: readonly [number, number] } {
  const sorted = ratios.toSorted((a, b) => a - b);
  return { ratio: median(ratios), quartiles: [percentile(sorted, 0.25), percentile(sorted, 0.75)] };
}

/** Requires at least this share of the reference's rate. */
export const atLeast = (ratio: number, floor: number): Verdict => ({
  ratio,
  target: `≥ ${floor}`,
  met: ratio >= floor,
});

/** Requires at most this multiple of the reference's time. */
export const atMost = (ratio: number, ceiling: number): Verdict => ({
  ratio,
  target: `≤ ${ceiling}`,
  met: ratio <= ceiling,
});

/** Returns a row without a reference, whose target is absolute. */
export function bounded(work: string, value: number, unit: Unit, ceiling: number, note?: string): Result {
  return { work, service: { value, unit }, target: `≤ ${ceiling} ${unit}`, met: value <= ceiling, note };
}
