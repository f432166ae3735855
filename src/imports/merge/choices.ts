import { ValidationFailedError } from '../../common/errors/domain-error';
import { type Conflict, idOfConflict } from './conflicts';

/** The side of a conflict whose version is taken. */
export type Side = 'file' | 'now';

/** The options of an import that settle single conflicts, by their ids. */
export interface ChoiceOptions {
  base?: number;
  takeFile?: readonly string[];
  takeNow?: readonly string[];
}

const parameterOf = { file: 'takeFile', now: 'takeNow' } as const;

/** What a person has chosen for conflicts that they have seen. */
export class Choices {
  /** The choices of which no conflict was found yet. */
  private readonly unused: Map<string, Side>;
  private readonly all: ReadonlyMap<string, Side>;

  constructor({ takeFile = [], takeNow = [] }: ChoiceOptions) {
    const side = (ids: readonly string[], of: Side) => ids.map((id) => [id, of] as const);
    this.all = new Map([...side(takeFile, 'file'), ...side(takeNow, 'now')]);
    this.unused = new Map(this.all);
  }

  /** Returns the side that was chosen for a conflict; undefined: none. */
  of(conflict: Conflict): Side | undefined {
    if (this.all.size === 0) return undefined;
    const id = idOfConflict(conflict);
    this.unused.delete(id);
    return this.all.get(id);
  }

  /** @throws ValidationFailedError if a choice is about what is not in conflict, or is in conflict with another version */
  assertUsed(): void {
    if (this.unused.size === 0) return;
    const detail = (id: string): string =>
      `the import has no conflict ${JSON.stringify(id)}: the file or the project has another version than the dry run showed`;
    const errors = [...this.unused].slice(0, MAX_ERRORS);
    throw new ValidationFailedError(
      errors.map(([id, side]) => ({ parameter: parameterOf[side], code: 'not_found', detail: detail(id) })),
    );
  }
}

const MAX_ERRORS = 100;

/** @throws ValidationFailedError for choices without a base, and for two choices about one conflict */
export function assertChoices({ base, takeFile = [], takeNow = [] }: ChoiceOptions): void {
  const [first] = [...(takeFile.length > 0 ? ['takeFile'] : []), ...(takeNow.length > 0 ? ['takeNow'] : [])];
  if (base === undefined && first !== undefined) {
    const detail = 'needs the option base: without it, an import has no conflicts';
    throw new ValidationFailedError([{ parameter: first, code: 'not_allowed', detail }]);
  }
  const ofFile = new Set(takeFile);
  const twice = takeNow.find((id) => ofFile.has(id));
  if (twice === undefined) return;
  const detail = `has the conflict ${JSON.stringify(twice)}, which takeFile has too`;
  throw new ValidationFailedError([{ parameter: 'takeNow', code: 'duplicate', detail }]);
}
