import { jsonOf, type Schemas } from '../../api/client';
import { ProblemError } from '../../api/problem';
import { upload } from '../../api/upload';
import { DEFAULT_OPTIONS, type Options } from './options';

export type Result = Schemas['ImportResult'];
export type Conflict = Schemas['MergeConflict'];
export type LikelyBase = Schemas['LikelyBase'];

/** The side of a conflict whose version is taken. */
export type Side = 'file' | 'now';

/** A file that a person has chosen. */
export interface ChosenFile {
  id: number;
  file: File;
  /** The name of the file; with a number before it if another file has the same. */
  name: string;
  /** Null: as detected. */
  format: string | null;
  language: string | null;
}

/** A request with the files that is not answered yet. */
export interface Sending {
  /** The identity of the request. */
  run: symbol;
  kind: 'plan' | 'write';
  /** The share of the upload, from 0 to 1. */
  share: number;
}

/** The files that are imported together, and what has become of them. */
export interface Import {
  files: readonly ChosenFile[];
  options: Options;
  /** The revision that the files were made from, with which they are merged; null: they are not merged. */
  base: number | null;
  /** Whether the person has chosen the base, or that there is none. */
  isBaseChosen: boolean;
  /** What is taken in conflicts, by their ids, which are other ones if a version changes. */
  choices: ReadonlyMap<string, Side>;
  /** What is taken in conflicts that the list does not have. */
  rest: Side | null;
  sending?: Sending;
  plan?: Result;
  error?: unknown;
  /** The result of the import before, which had other files. */
  done?: Result;
}

export const NO_IMPORT: Import = {
  files: [],
  options: DEFAULT_OPTIONS,
  base: null,
  isBaseChosen: false,
  choices: new Map(),
  rest: null,
};

/** Returns the chosen files with further ones, all with different names. */
export function withFiles(chosen: readonly ChosenFile[], files: readonly File[]): ChosenFile[] {
  const all = [...chosen];
  for (const file of files) {
    const isTaken = (name: string) => all.some((other) => other.name === name);
    let name = file.name;
    for (let number = 2; isTaken(name); number++) name = `${number}.${file.name}`;
    all.push({ id: Math.max(0, ...all.map(({ id }) => id)) + 1, file, name, format: null, language: null });
  }
  return all;
}

/** Returns the name of the file for which an import is refused; undefined if it is one file, or not one of them. */
export function refusedFile({ files, error }: Import): string | undefined {
  if (!(error instanceof ProblemError) || files.length < 2) return undefined;
  const named = error.problem?.errors?.find(({ file }) => file !== undefined)?.file;
  return files.find(({ name }) => name === named)?.name;
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

/** The revision of older files that the person has not answered about. */
export const offeredBase = ({ plan, isBaseChosen }: Import): LikelyBase | undefined =>
  isBaseChosen ? undefined : (plan?.details?.likelyBase ?? undefined);

/** Whether the import has a plan that leaves nothing to decide. */
export function isReady(started: Import): boolean {
  const { plan, choices, rest } = started;
  if (!plan || offeredBase(started)) return false;
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

/** Sends the files. @throws ProblemError if they are refused */
export async function importFiles(
  projectId: string,
  { files, options, base, isBaseChosen, ...decided }: Import,
  step: Step,
  onProgress: (share: number) => void = () => undefined,
): Promise<Result> {
  const { tags, state, namespace, failOn, missingTexts, conflict, ...others } = options;
  const values = {
    details: true,
    ...others,
    ...(base === null
      ? { conflict, missingTexts: conflict === 'keep' ? 'keep' : missingTexts }
      : { base, missingTexts, ...(step.dryRun ? {} : settledBy(decided)) }),
    ...(step.dryRun === true && !isBaseChosen && { findBase: true }),
    ...step,
    ...(state !== null && { state }),
    ...(namespace !== '' && { namespace }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(failOn.length > 0 && { failOn: failOn.join(',') }),
    ...optionsOf(files),
  };
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const response = await upload(
    `/api/v1/projects/${projectId}/import?${query.toString()}`,
    bodyOfFiles(files),
    onProgress,
  );
  return jsonOf<Result>(response);
}

/** The options that tell what the files are. */
function optionsOf(files: readonly ChosenFile[]): Record<string, string> {
  const [only, ...others] = files;
  if (only && others.length === 0) {
    const { name, format, language } = only;
    return { filename: name, ...(format !== null && { format }), ...(language !== null && { language }) };
  }
  const list = (value: (file: ChosenFile) => string | null) => files.map((file) => value(file) ?? '').join(',');
  const [formats, languages] = [list(({ format }) => format), list(({ language }) => language)];
  return { ...(/[^,]/.test(formats) && { formats }), ...(/[^,]/.test(languages) && { languages }) };
}

function bodyOfFiles(files: readonly ChosenFile[]): Blob | FormData {
  const [only, ...others] = files;
  if (only && others.length === 0) return only.file;
  const form = new FormData();
  for (const { file, name } of files) form.append('file', file, name);
  return form;
}

/** The options that settle the conflicts of a merge. */
function settledBy({ plan, choices, rest }: Pick<Import, 'plan' | 'choices' | 'rest'>): Record<string, string> {
  const { listed, count } = plan ? conflictsOf(plan) : { listed: [], count: 0 };
  const ids = (side: Side) => listed.filter(({ id }) => choices.get(id) === side).map(({ id }) => id);
  const [takeFile, takeNow] = [ids('file').join(), ids('now').join()];
  return {
    ...(takeFile !== '' && { takeFile }),
    ...(takeNow !== '' && { takeNow }),
    ...(rest !== null && count > listed.length && { conflict: rest === 'file' ? 'overwrite' : 'keep' }),
  };
}
