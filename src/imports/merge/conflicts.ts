import { DomainError } from '../../common/errors/domain-error';

/** Why the project and a file contradict each other. */
export const CONFLICT_REASONS = [
  'text',
  'state',
  'description',
  'deleted',
  'review_not_allowed',
  'language_not_allowed',
] as const;
export type ConflictReason = (typeof CONFLICT_REASONS)[number];

/** A conflict: the project and a file have changed the same since the base, in two ways. A null is no text. */
export interface Conflict {
  /** Name of the key. */
  name: string;
  /** Null: the conflict is about the key itself. */
  language: string | null;
  reason: ConflictReason;
  base: string | null;
  file: string | null;
  now: string | null;
}

const MAX_LISTED = 100;
/** UTF-16 code units of the names and texts of the list; a list of one conflict may have more. */
const MAX_LENGTH = 1_048_576;

/** Counts conflicts, and lists the first of them. */
export class Conflicts {
  readonly listed: Conflict[] = [];
  count = 0;
  private length = 0;

  add(conflict: Conflict): void {
    this.count++;
    if (this.count > this.listed.length + 1 || this.listed.length === MAX_LISTED) return;
    const { name, base, file, now } = conflict;
    this.length += name.length + (base?.length ?? 0) + (file?.length ?? 0) + (now?.length ?? 0);
    if (this.length <= MAX_LENGTH || this.listed.length === 0) this.listed.push(conflict);
  }
}

/** A file and the project have changed the same since the base of the file. Nothing was written. */
export class MergeConflictError extends DomainError {
  constructor({ listed, count }: Conflicts) {
    const detail = `the file and the project have both changed ${count === 1 ? 'a text' : `${count} texts`} since the base`;
    super('merge_conflict', detail, { extensions: { conflicts: listed, conflictCount: count } });
  }
}
