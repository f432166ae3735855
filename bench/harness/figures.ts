export type Unit = 'req/s' | 's' | 'MB' | 'ms' | 'ns' | 'rows' | '×';

export interface Figure {
  value: number;
  unit: Unit;
  /** Milliseconds. */
  p50?: number;
  p99?: number;
}

/** A row of the table. */
export interface Result {
  work: string;
  service: Figure;
  /** Of what it is compared with; undefined where the target is absolute. */
  reference?: Figure;
  /** Of the service to the reference: the median of the rounds. */
  ratio?: number;
  target?: string;
  met?: boolean;
  note?: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** Nearest rank; of sorted values. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;

/** At least so much of the reference's speed. */
export const atLeast = (ratio: number, floor: number) => ({ ratio, target: `≥ ${floor}`, met: ratio >= floor });

/** At most so much of the reference's time. */
export const atMost = (ratio: number, ceiling: number) => ({ ratio, target: `≤ ${ceiling}`, met: ratio <= ceiling });

/** A figure that has no reference. */
export function bounded(work: string, value: number, unit: Unit, ceiling: number, note?: string): Result {
  return { work, service: { value, unit }, target: `≤ ${ceiling} ${unit}`, met: value <= ceiling, note };
}
