import { bodyOf, type Schemas } from '../../api/client';
import { upload } from '../../api/upload';
import type { CheckCode } from '../../components/texts/messages';

export type Result = Schemas['ImportResult'];
export type Conflict = 'overwrite' | 'keep' | 'keep-reviewed';
export type State = Schemas['TranslationState'];

/** The options that all files have together. */
export interface Options {
  conflict: Conflict;
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

/** A file that a person has chosen, and what has become of it. */
export interface Entry {
  id: number;
  file: File;
  /** Null: as detected. */
  format: string | null;
  language: string | null;
  /** The share of the upload, from 0 to 1, while the file is sent. */
  sent?: number;
  plan?: Result;
  error?: unknown;
  isDone: boolean;
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
  { file, format, language }: Entry,
  options: Options,
  step: Step,
  onProgress: (share: number) => void = () => undefined,
): Promise<Result> {
  const { tags, state, namespace, failOn, missingTexts, ...others } = options;
  const values = {
    filename: file.name,
    details: true,
    ...others,
    missingTexts: options.conflict === 'keep' ? 'keep' : missingTexts,
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
    ]);
  return essence(one) === essence(other);
}
