import { createHash } from 'node:crypto';
import { DomainError } from '../../common/errors/domain-error';
import { REFUSALS } from '../import-rights';

/** Why the project and a file contradict each other. */
export const CONFLICT_REASONS = ['text', 'state', 'description', 'max_length', 'deleted', ...REFUSALS] as const;
export type ConflictReason = (typeof CONFLICT_REASONS)[number];

/** A conflict: the project and a file have changed the same since the base, in two ways, or the caller may not make the change of the file. */
export interface Conflict {
  /** Name of the key. */
  name: string;
  /** Null: the conflict is about the key itself. */
  language: string | null;
  reason: ConflictReason;
  /** Null: no text. */
  base: string | null;
  file: string | null;
  now: string | null;
  /** The texts of a deleted key that the project has changed since the base. */
  texts?: readonly ChangedText[];
}

/** A text at the base and in the project. */
export interface ChangedText {
  language: string;
  base: string | null;
  now: string | null;
}

/** The digits of an id, of 96 bits. */
const ID_LENGTH = 16;

/** Returns the id of a conflict: a hash of all that a person sees of it. With another version, it is another conflict. */
export const idOfConflict = ({ name, language, reason, base, file, now, texts }: Conflict): string =>
  createHash('sha256')
    .update(JSON.stringify([name, language, reason, base, file, now, ...(texts ?? [])]))
    .digest('base64url')
    .slice(0, ID_LENGTH);

/** The form of the id of a conflict. */
export const CONFLICT_ID = new RegExp(`^[\\w-]{${ID_LENGTH}}$`);

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
    const { name, base, file, now, texts = [] } = conflict;
    for (const text of [name, base, file, now, ...texts.flatMap((each) => [each.base, each.now])])
      this.length += text?.length ?? 0;
    if (this.length <= MAX_LENGTH || this.listed.length === 0) this.listed.push(conflict);
  }
}

/** The file and the project have conflicts that nothing settles. Nothing was written. */
export class MergeConflictError extends DomainError {
  constructor({ listed, count }: Conflicts) {
    const detail = `${count === 1 ? 'a change' : `${count} changes`} of the file and of the project since the base contradict each other`;
    const conflicts = listed.map((conflict) => ({ id: idOfConflict(conflict), ...conflict }));
    super('merge_conflict', detail, { extensions: { conflicts, conflictCount: count } });
  }
}
