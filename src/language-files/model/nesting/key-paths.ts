import { FileLimitError, type SourcePosition } from '../format-errors';

/** Keys are at most 8,192 bytes, so longer in code units is longer for sure. */
const MAX_KEY_LENGTH = 8192;
/** Code units of all keys of a file: a long name high up is repeated in every key below it. */
const MAX_KEY_TOTAL = 128 * 1024 * 1024;

/**
 * How nested formats name their texts: dots between the names, `[0]` behind the name of an array.
 * One object a file; it bounds what a small file can be made to mean.
 */
export class KeyPaths {
  private total = 0;

  /**
   * @param parent undefined at the root, which is not the same as a parent named `""`
   * @throws FileLimitError where the key is longer than a key can be, or all keys together are
   */
  child(parent: string | undefined, name: string, position?: SourcePosition): string {
    return this.bounded(parent === undefined ? name : `${parent}.${name}`, position);
  }

  /** @throws FileLimitError as `child` does */
  item(parent: string, index: number, position?: SourcePosition): string {
    return this.bounded(`${parent}[${index}]`, position);
  }

  private bounded(key: string, position: SourcePosition | undefined): string {
    if (key.length > MAX_KEY_LENGTH) throw new FileLimitError(`a key longer than ${MAX_KEY_LENGTH} bytes`, position);
    this.total += key.length;
    if (this.total > MAX_KEY_TOTAL) {
      throw new FileLimitError(`keys of more than ${MAX_KEY_TOTAL} characters together`, position);
    }
    return key;
  }
}
