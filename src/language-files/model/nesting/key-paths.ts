import { FileLimitError, type SourcePosition } from '../format-errors';

/** In UTF-16 code units. A key has at most 8,192 bytes, and no more code units than bytes. */
const MAX_KEY_LENGTH = 8192;
/** Code units of all keys of a file together. A long name near the root is repeated in every key below it. */
const MAX_KEY_TOTAL = 128 * 1024 * 1024;

/**
 * Builds the keys of a nested file: names joined with dots, and `[0]` after the name of an array. One instance per file
 * bounds the length of all its keys, which can be far longer than the file.
 */
export class KeyPaths {
  private total = 0;

  /**
   * Returns the key of an object's member.
   *
   * @param parent undefined at the root, which differs from a parent named `""`
   * @throws FileLimitError when the key or all keys together are too long
   */
  child(parent: string | undefined, name: string, position?: SourcePosition): string {
    return this.bounded(parent === undefined ? name : `${parent}.${name}`, position);
  }

  /**
   * Returns the key of an array's item.
   *
   * @throws FileLimitError as `child` does
   */
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
