import { useSyncExternalStore } from 'react';

const all: { readonly isEmpty: boolean; clear(): void }[] = [];

/** Keeps what was typed into forms of one kind and not sent, by person and place, while the person looks at other pages. */
export class KeptInputs<Value> {
  private readonly values = new Map<string, Value>();
  private readonly listeners = new Set<() => void>();

  /** @param isUnsent whether a value is lost if it is not kept. Default: each is */
  constructor(private readonly isUnsent: (value: Value) => boolean = () => true) {
    all.push(this);
  }

  get isEmpty(): boolean {
    return ![...this.values.values()].some(this.isUnsent);
  }

  at(place: string): Value | undefined {
    return this.values.get(place);
  }

  /** @param value undefined: nothing is kept any more */
  keep(place: string, value: Value | undefined): void {
    if (value === undefined) this.values.delete(place);
    else this.values.set(place, value);
    this.tell();
  }

  clear(): void {
    this.values.clear();
    this.tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Returns what is kept at a place, also if a request that was sent before the form was shown changes it. */
export const useKept = <Value>(inputs: KeptInputs<Value>, place: string): Value | undefined =>
  useSyncExternalStore(inputs.subscribe, () => inputs.at(place));

export const hasKeptInputs = (): boolean => all.some(({ isEmpty }) => !isEmpty);

export function discardKeptInputs(): void {
  for (const inputs of all) inputs.clear();
}
