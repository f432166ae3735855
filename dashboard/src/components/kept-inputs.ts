import { useSyncExternalStore } from 'react';

/** Begins the names of kept inputs in the storage of the tab. */
const PREFIX = 'glossa.kept/';

const all: { clear(): void }[] = [];

const storedNames = (prefix = PREFIX): string[] =>
  Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));

/**
 * Keeps what was typed into forms of one kind and not sent, by person and place, while the person looks at other pages. The session storage
 * of the tab has a copy: single sign-on leaves the page and comes back to it.
 */
export class KeptInputs<Value> {
  private readonly values: Map<string, Value>;
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
    if (value === undefined) this.values.delete(place);
    else this.values.set(place, value);
    const name = this.prefix + place;
    if (value === undefined || !this.isUnsent(value)) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
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

export const hasKeptInputs = (): boolean => storedNames().length > 0;

export function discardKeptInputs(): void {
  for (const inputs of all) inputs.clear();
  // The code of some forms may not be loaded yet.
  for (const name of storedNames()) sessionStorage.removeItem(name);
}
