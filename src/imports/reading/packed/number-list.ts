import { releaseMemory } from '../../../common/memory/release-memory';

/** A growing list of integers from 0 to 2^32 - 1, in 4 bytes each. */
export class NumberList {
  private count: number;

  /** @param values values of another list, which must not be used any more */
  constructor(private values: Uint32Array = new Uint32Array(0)) {
    this.count = values.length;
  }

  get length(): number {
    return this.count;
  }

  /** The numbers, in the memory of the list. */
  get array(): Uint32Array {
    return this.values.subarray(0, this.count);
  }

  at(index: number): number {
    const value = this.values[index];
    if (value === undefined) throw new RangeError(`the list has no number ${index}`);
    return value;
  }

  push(value: number): void {
    if (this.count === this.values.length) this.grow();
    this.values[this.count++] = value;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  private grow(): void {
    const larger = new Uint32Array(Math.max(64, 2 * this.values.length));
    larger.set(this.values);
    releaseMemory(this.values);
    this.values = larger;
  }
}
