import { bodyOf, type Schemas } from '../../api/client';
import { upload } from '../../api/upload';
import type { CheckCode } from '../../components/texts/messages';

export type Result = Schemas['ImportResult'];
export type ConflictRule = 'overwrite' | 'keep' | 'keep-reviewed';
export type Conflict = Schemas['MergeConflict'];
export type LikelyBase = Schemas['LikelyBase'];
export type State = Schemas['TranslationState'];

/** The options that all files have together. */
export interface Options {
  conflict: ConflictRule;
  /** The state of texts for which the file has none. */
  state: State | null;
  tags: readonly string[];
  namespace: string;
  createLanguages: boolean;
  deleteMissing: boolean;
  missingTexts: 'keep' | 'remove';
  /** The checks that refuse a file if one of its new or changed texts fails them. */
  failOn: readonly CheckCode[];
}

export const DEFAULT_OPTIONS: Options = {
  conflict: 'overwrite',
  state: null,
  tags: [],
  namespace: '',
  createLanguages: false,
  deleteMissing: false,
  missingTexts: 'keep',
  failOn: [],
};

/** The side of a conflict whose version is taken. */
export type Side = 'file' | 'now';

/** A file that a person has chosen, and what has become of it. */
export interface Entry {
  id: number;
  file: File;
  /** Null: as detected. */
  format: string | null;
  language: string | null;
  /** The revision that the file was made from, with which it is merged; null: it is not merged. */
  base: number | null;
  /** Whether the person has chosen the base, or that there is none. */
  isBaseChosen: boolean;
  /** What is taken in conflicts, by their ids, which are other ones if a version changes. */
  choices: ReadonlyMap<string, Side>;
  /** What is taken in conflicts that the list does not have. */
  rest: Side | null;
  /** The share of the upload, from 0 to 1, while the file is sent. */
  sent?: number;
  plan?: Result;
  error?: unknown;
  isDone: boolean;
}

/** The first conflicts of a plan, and the number of all. */
export interface Conflicts {
  listed: readonly Conflict[];
  count: number;
}

export const conflictsOf = ({ details }: Result): Conflicts => ({
  listed: details?.conflicts ?? [],
  count: details?.conflictCount ?? 0,
});

/** Whether the person may not take the version of the file. */
export const isForbidden = ({ reason }: Conflict): boolean => reason.endsWith('_not_allowed');

/** The revision of an older file that the person has not answered about. */
export const offeredBase = ({ plan, isBaseChosen }: Entry): LikelyBase | undefined =>
  isBaseChosen ? undefined : (plan?.details?.likelyBase ?? undefined);

/** Whether the file has a plan that leaves nothing to decide. */
export function isReady(entry: Entry): boolean {
  const { plan, choices, rest } = entry;
  if (!plan || offeredBase(entry)) return false;
  const { listed, count } = conflictsOf(plan);
  return listed.every(({ id }) => choices.has(id)) && (rest !== null || count === listed.length);
}

/** How an import is carried out. */
interface Step {
  dryRun?: boolean;
  ifRevision?: number;
  detailsOf?: 'changes' | 'skipped';
  detailsCursor?: string;
}

/** Sends one file. @throws ProblemError if it is refused */
export async function importFile(
  projectId: string,
  { file, format, language, base, isBaseChosen, ...decided }: Entry,
  options: Options,
  step: Step,
  onProgress: (share: number) => void = () => undefined,
): Promise<Result> {
  const { tags, state, namespace, failOn, missingTexts, conflict, ...others } = options;
  const values = {
    filename: file.name,
    details: true,
    ...others,
    ...(base === null
      ? { conflict, missingTexts: conflict === 'keep' ? 'keep' : missingTexts }
      : { base, missingTexts, ...(step.dryRun ? {} : settledBy(decided)) }),
    ...(step.dryRun === true && !isBaseChosen && { findBase: true }),
    ...step,
    ...(format !== null && { format }),
    ...(language !== null && { language }),
    ...(state !== null && { state }),
    ...(namespace !== '' && { namespace }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(failOn.length > 0 && { failOn: failOn.join(',') }),
  };
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const response = await upload(`/api/v1/projects/${projectId}/import?${query.toString()}`, file, onProgress);
  const body = (await response.json()) as unknown;
  return bodyOf<Result>({ response, ...(response.ok ? { data: body as Result } : { error: body }) });
}

/** The options that settle the conflicts of a merge. */
function settledBy({ plan, choices, rest }: Pick<Entry, 'plan' | 'choices' | 'rest'>): Record<string, string> {
  const { listed, count } = plan ? conflictsOf(plan) : { listed: [], count: 0 };
  const ids = (side: Side) => listed.filter(({ id }) => choices.get(id) === side).map(({ id }) => id);
  const [takeFile, takeNow] = [ids('file').join(), ids('now').join()];
  return {
    ...(takeFile !== '' && { takeFile }),
    ...(takeNow !== '' && { takeNow }),
    ...(rest !== null && count > listed.length && { conflict: rest === 'file' ? 'overwrite' : 'keep' }),
  };
}

/** Whether two plans do the same, as far as their first page shows. Keys may have been created by a file before. */
export function isSamePlan(one: Result, other: Result): boolean {
  const essence = ({ imported, updated, skipped, details }: Result) =>
    JSON.stringify([
      imported,
      updated,
      skipped,
      details?.pairs,
      details?.deletedKeyCount,
      details?.deletedKeys,
      details?.removedTextCount,
      details?.removedTexts,
      details?.conflicts,
      details?.conflictCount,
    ]);
  return essence(one) === essence(other);
}
