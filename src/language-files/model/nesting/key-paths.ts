import { FileLimitError, MalformedFileError, type SourcePosition } from '../format-errors';
import { DEFAULT_SEPARATOR } from './key-separator';

/** In UTF-16 code units. A key has at most 8,192 bytes, and no more code units than bytes. */
const MAX_KEY_LENGTH = 8192;
/** Code units of all keys of a file together. A long name near the root is repeated in every key below it. */
const MAX_KEY_TOTAL = 128 * 1024 * 1024;

/**
 * Builds the keys of a nested file: names joined with a separator, and `[0]` after the name of an array. One instance
 * per file bounds the length of all its keys, which can be far longer than the file.
 */
export class KeyPaths {
  /** Whether the file has names that were joined. */
  hasJoined = false;
  private total = 0;

  /** @param separator empty: a file with nested objects is refused */
  constructor(private readonly separator: string = DEFAULT_SEPARATOR) {}

  /**
   * Returns the key of an object's member.
   *
   * @param parent undefined at the root, which differs from a parent named `""`
   * @throws FileLimitError when the key or all keys together are too long
   * @throws MalformedFileError when nothing joins names
   */
  child(parent: string | undefined, name: string, position?: SourcePosition): string {
    if (parent === undefined) return this.bounded(name, position);
    if (this.separator === '') {
      throw new MalformedFileError('a nested object has no place in a file whose keySeparator is empty', position);
    }
    this.hasJoined = true;
    return this.bounded(parent + this.separator + name, position);
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
