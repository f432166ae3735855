import { REFUSALS } from '../import-rights';
import type { MergeBase } from './base';
import type { Choices } from './choices';
import { type Conflict, Conflicts } from './conflicts';
import type { ConflictRule } from './merge-rule';

/** The merge of an import: its base, what settles its conflicts, and the conflicts that it finds. */
export class Merging {
  /** The conflicts that neither a choice nor the rule settles: they refuse the import. */
  readonly open = new Conflicts();
  private readonly settled = new Conflicts();

  constructor(
    readonly base: MergeBase,
    private readonly rule: ConflictRule,
    readonly choices: Choices,
  ) {}

  /**
   * Adds a conflict.
   *
   * @param isReviewed whether the project's version is reviewed
   * @returns whether the project's version stays
   */
  keepsNow(conflict: Conflict, isReviewed = false): boolean {
    const side = this.choices.of(conflict) ?? this.byRule(isReviewed);
    const takesFile = side === 'file' && !FORBIDDEN.has(conflict.reason);
    const isOpen = !takesFile && side !== 'now';
    (isOpen ? this.open : this.settled).add(conflict);
    return !takesFile;
  }

  /** Returns the first conflicts, all open ones before the others, and the numbers of all and of the open ones. */
  get conflicts(): { listed: Conflict[]; count: number; openCount: number } {
    const { open, settled } = this;
    const first = new Conflicts();
    const others = open.listed.length === open.count ? settled.listed : [];
    for (const conflict of [...open.listed, ...others]) first.add(conflict);
    return { listed: first.listed, count: open.count + settled.count, openCount: open.count };
  }

  private byRule(isReviewed: boolean): 'file' | 'now' | undefined {
    if (this.rule === 'refuse') return undefined;
    return this.rule === 'overwrite' || (this.rule === 'keep-reviewed' && !isReviewed) ? 'file' : 'now';
  }
}

/** The reasons of conflicts in which the caller may not take the version of the file. */
const FORBIDDEN: ReadonlySet<string> = new Set(REFUSALS);
