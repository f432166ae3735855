import { useSyncExternalStore } from 'react';

/** Begins the names of kept inputs in the storage of the tab. */
const PREFIX = 'glossa.kept/';

const all: { clear(): void }[] = [];

const storedNames = (prefix = PREFIX): string[] =>
  Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));

/**
 * Keeps the unsent inputs of forms of one kind, by person and place, while the person looks at other pages. The session storage of the
 * tab has a copy: single sign-on leaves the page and comes back to it.
 */
export class KeptInputs<Value> {
  private values: ReadonlyMap<string, Value>;
  private readonly listeners = new Set<() => void>();
  private readonly prefix: string;

  /**
   * @param kind names the forms in the storage
   * @param isUnsent whether a value is lost if it is not kept
   */
  constructor(
    kind: string,
    private readonly isUnsent: (value: Value) => boolean,
  ) {
    this.prefix = `${PREFIX}${kind}/`;
    this.values = new Map(
      storedNames(this.prefix).map((name) => [
        name.slice(this.prefix.length),
        JSON.parse(sessionStorage.getItem(name) ?? '') as Value,
      ]),
    );
    all.push(this);
  }

  at(place: string): Value | undefined {
    return this.values.get(place);
  }

  /** @param value undefined: nothing is kept any more */
  keep(place: string, value: Value | undefined): void {
    const values = new Map(this.values);
    if (value === undefined) values.delete(place);
    else values.set(place, value);
    this.values = values;
    const name = this.prefix + place;
    if (value === undefined || !this.isUnsent(value)) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
    this.tell();
  }

  clear(): void {
    this.values = new Map();
    this.tell();
  }

  readonly getSnapshot = (): ReadonlyMap<string, Value> => this.values;

  forgetBelow(prefix: string): void {
    for (const place of this.values.keys()) if (place.startsWith(prefix)) this.keep(place, undefined);
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

/** Returns what is kept at the places that begin with a prefix. */
export function useKeptBelow<Value>(inputs: KeptInputs<Value>, prefix: string): Map<string, Value> {
  const kept = useSyncExternalStore(inputs.subscribe, inputs.getSnapshot);
  return new Map([...kept].filter(([place]) => place.startsWith(prefix)));
}

export const hasKeptInputs = (): boolean => storedNames().length > 0;

export function discardKeptInputs(): void {
  for (const inputs of all) inputs.clear();
  // The code of some forms may not be loaded yet.
  for (const name of storedNames()) sessionStorage.removeItem(name);
}
