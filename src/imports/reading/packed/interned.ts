/** Values that occur often, each once. */
export class Interned<T> {
  private readonly indexes: Map<T, number>;

  constructor(readonly values: T[] = []) {
    this.indexes = new Map(values.map((value, index) => [value, index]));
  }

  at(index: number): T {
    const value = this.values[index];
    if (value === undefined) throw new RangeError(`there is no value ${index}`);
    return value;
  }

  indexOf(value: T): number {
    const index = this.indexes.get(value) ?? this.values.push(value) - 1;
    if (index === this.values.length - 1) this.indexes.set(value, index);
    return index;
  }
}
