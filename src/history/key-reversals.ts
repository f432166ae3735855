import { UuidList } from '../database/uuid-list';
import type { KeyRow } from './reversal-statements';

/**
 * The action of a reversal on a key: it deletes, changes or revives the key; or it leaves a key that others have changed
 * or used: `kept` if the undone changes made the key, `conflict` if the key existed before.
 */
export type KeyReversal = 'deleted' | 'changed' | 'revived' | 'kept' | 'conflict';

const REVERSALS: readonly KeyReversal[] = ['deleted', 'changed', 'revived', 'kept', 'conflict'];

const NONE = -1;

/**
 * The actions of a reversal on the keys that have changed. They take some 30 bytes for each key: a restoration may
 * concern a million keys.
 */
export class KeyReversals {
  private readonly ids = new UuidList();
  /** The indexes of the keys in `REVERSALS`. */
  private readonly reversals: number[] = [];

  /**
   * @param pages the keys that are not as they were, in the order of their ids
   * @param overwrites whether keys that were changed again are put back too
   */
  static async of(pages: AsyncIterable<readonly KeyRow[]>, overwrites: boolean): Promise<KeyReversals> {
    const keys = new KeyReversals();
    const holders = new Map<number, string>();
    for await (const page of pages) {
      for (const row of page) {
        if (row.holder !== null) holders.set(keys.ids.length, row.holder);
        keys.ids.push(row.id);
        keys.reversals.push(REVERSALS.indexOf(reversalOf(row, overwrites)));
      }
    }
    keys.refuseTakenNames(holders);
    return keys;
  }

  /** @returns undefined for a key that is as it was */
  of(id: string): KeyReversal | undefined {
    return this.at(this.ids.indexInOrder(id));
  }

  count(reversal: KeyReversal): number {
    const searched = REVERSALS.indexOf(reversal);
    return this.reversals.reduce((count, each) => count + Number(each === searched), 0);
  }

  /** Yields the ids of the keys with which the same is done. */
  *idsOf(reversal: KeyReversal): Generator<string> {
    const searched = REVERSALS.indexOf(reversal);
    for (const [index, each] of this.reversals.entries()) if (each === searched) yield this.ids.at(index);
  }

  private at(index: number): KeyReversal | undefined {
    return REVERSALS[this.reversals[index] ?? NONE];
  }

  /**
   * A key that stays keeps its name, so that another one cannot have it, which then may keep its own.
   *
   * @param holders the keys that have the names of other keys now, by the indexes of the other keys
   */
  private refuseTakenNames(holders: ReadonlyMap<number, string>): void {
    // At the target, one key had each name, so at most one key waits for a name.
    const waiting = new Map<number, number>();
    const refused: number[] = [];
    for (const [index, holder] of holders) {
      const reversal = this.at(index);
      if (reversal !== 'revived' && reversal !== 'changed') continue;
      const holderIndex = this.ids.indexInOrder(holder);
      const ofHolder = this.at(holderIndex);
      if (ofHolder === 'deleted' || ofHolder === 'changed') waiting.set(holderIndex, index);
      else refused.push(index);
    }
    for (let index = refused.pop(); index !== undefined; index = refused.pop()) {
      this.reversals[index] = REVERSALS.indexOf('conflict');
      const next = waiting.get(index);
      if (next !== undefined) refused.push(next);
    }
  }
}

function reversalOf({ existed, exists, isUnchangedSince, isInUse }: KeyRow, overwrites: boolean): KeyReversal {
  const isChangedSince = !overwrites && !isUnchangedSince;
  if (!existed) return isChangedSince || isInUse ? 'kept' : 'deleted';
  if (isChangedSince) return 'conflict';
  return exists ? 'changed' : 'revived';
}
