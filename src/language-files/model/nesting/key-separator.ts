/** Joins the names of nested objects, unless an option names another separator. */
export const DEFAULT_SEPARATOR = '.';

/** Stands for the empty separator, at which no key is split: keys contain no U+0000. */
const NOWHERE = '\0';

/** The places at which keys are split into the names of nested objects. */
export class KeySeparator {
  readonly text: string;
  /** White space says nothing about the keys. */
  private readonly hasSpace: boolean;

  /** @param option what joins names; empty: keys are never split */
  constructor(option = DEFAULT_SEPARATOR) {
    this.text = option === '' ? NOWHERE : option;
    this.hasSpace = option === '' || /\s/.test(option);
  }

  /** Whether keys are never split. */
  get splitsNothing(): boolean {
    return this.text === NOWHERE;
  }

  get length(): number {
    return this.text.length;
  }

  /**
   * Returns the index before which the separators of a key are: the index of its first white space. A key is a sentence
   * from there on, or from the separator directly before it (`Save file. Really`).
   */
  limitIn(key: string): number {
    const space = this.hasSpace ? -1 : key.search(/\s/);
    return space === -1 ? key.length : space;
  }

  /**
   * Returns the index of the next separator that has other characters on both sides, or -1.
   *
   * @param start of the name that the separator ends
   * @param limit as `limitIn` returned it
   */
  find(key: string, start: number, limit: number): number {
    const { text, length } = this;
    for (let index = key.indexOf(text, start + 1); index !== -1; index = key.indexOf(text, index + 1)) {
      if (index + length >= limit) return -1;
      if (this.isAlone(key, index)) return index;
    }
    return -1;
  }

  /** Returns whether a key is split into a name, which may be a sentence, and another one behind it. */
  splitsBehind(name: string, key: string): boolean {
    return name.length + this.length < this.limitIn(key) && this.isAlone(key, name.length);
  }

  private isAlone(key: string, index: number): boolean {
    return !key.startsWith(this.text, index + this.length) && !key.endsWith(this.text, index);
  }

  /** Returns whether a key has separators. */
  splits(key: string): boolean {
    return this.find(key, 0, this.limitIn(key)) !== -1;
  }

  /** Returns whether a separator is at an index of a key. */
  isAt(key: string, index: number): boolean {
    return key.startsWith(this.text, index);
  }
}
