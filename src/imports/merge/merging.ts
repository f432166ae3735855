import { REFUSALS } from '../import-rights';
import type { MergeBase } from './base';
import type { Choices } from './choices';
import { type Conflict, Conflicts } from './conflicts';
import type { ConflictRule } from './merge-rule';

/** The merge of an import: its base, what settles its conflicts, and the conflicts that it finds. */
export class Merging {
  /** All conflicts. */
  readonly conflicts = new Conflicts();
  /** The conflicts that neither a choice nor the rule settles: they refuse the import. */
  readonly open = new Conflicts();

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
    this.conflicts.add(conflict);
    const side = this.choices.of(conflict) ?? this.byRule(isReviewed);
    const takesFile = side === 'file' && !FORBIDDEN.has(conflict.reason);
    if (!takesFile && side !== 'now') this.open.add(conflict);
    return !takesFile;
  }

  private byRule(isReviewed: boolean): 'file' | 'now' | undefined {
    if (this.rule === 'refuse') return undefined;
    return this.rule === 'overwrite' || (this.rule === 'keep-reviewed' && !isReviewed) ? 'file' : 'now';
  }
}

/** The reasons of conflicts in which the caller may not take the version of the file. */
const FORBIDDEN: ReadonlySet<string> = new Set(REFUSALS);
