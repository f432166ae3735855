import type { KeyRow } from './reversal-statements';

/** The keys that a reversal deletes, changes and puts back, and those that it cannot. */
export class KeyReversals {
  readonly deleted = new Set<string>();
  readonly changed = new Set<string>();
  readonly revived = new Set<string>();
  readonly conflicts = new Set<string>();

  /**
   * @param rows the keys that are not as they were
   * @param inUse keys that have texts of others: they are not deleted
   * @param overwrites whether keys that were changed again are put back too
   */
  constructor(rows: readonly KeyRow[], inUse: ReadonlySet<string>, overwrites: boolean) {
    for (const { id, wantedName, currentName, isAsMade } of rows) {
      if (!overwrites && !isAsMade) this.conflicts.add(id);
      else if (wantedName !== null) (currentName === null ? this.revived : this.changed).add(id);
      else if (inUse.has(id)) this.conflicts.add(id);
      else this.deleted.add(id);
    }
    this.refuseTakenNames(rows);
  }

  /** A key that stays keeps its name, so that another one cannot have it, which then may keep its own. */
  private refuseTakenNames(rows: readonly KeyRow[]): void {
    let refused: KeyRow[];
    do {
      refused = rows.filter(({ id, holder }) => {
        const needsName = this.revived.has(id) || this.changed.has(id);
        return needsName && holder !== null && !this.deleted.has(holder) && !this.changed.has(holder);
      });
      for (const { id } of refused) {
        this.revived.delete(id);
        this.changed.delete(id);
        this.conflicts.add(id);
      }
    } while (refused.length > 0);
  }
}
