import { isUnwritable, type Warning } from '../../language-files';
import { UnwritableKeysError } from '../export-errors';

/** The most keys that a refusal lists. */
const MAX_LISTED = 100;

/** Collects the keys of an export that its format cannot hold. */
export class UnwritableKeys {
  private readonly listed: Warning[] = [];
  private count = 0;

  /** Learns from a warning that a key was left out. */
  notice(warning: Warning): void {
    if (!isUnwritable(warning)) return;
    this.count++;
    if (this.listed.length < MAX_LISTED) this.listed.push(warning);
  }

  /** Yields the chunks of an export. @throws UnwritableKeysError behind the last one, if a key was left out */
  async *refusedBehind(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
    yield* chunks;
    this.assertNone();
  }

  /** @throws UnwritableKeysError if a key was left out */
  assertNone(): void {
    if (this.count > 0) throw new UnwritableKeysError(this.listed, this.count);
  }
}
