import { randomUUID } from 'node:crypto';
import { bodyOf, RefusedError, type Schemas, toProblem } from '../api/client';
import type { FileOptions } from '../config/config';
import type { LocalFile } from '../files/working-tree';
import type { Group, Session } from './session';
import { packFiles } from './zip';

export type ImportResult = Schemas['ImportResult'];
/** A conflict has no `texts` if it is not about a deleted key, or if the server is older. */
export type Conflict = Schemas['MergeConflict'] & {
  texts?: readonly { language: string; base: string | null; now: string | null }[];
};

/** Files that one import sends: of one group, with one base. */
export interface Shipment {
  group: Group;
  files: LocalFile[];
  /** Undefined: nothing of the project can be overwritten. */
  base?: number;
  /** The files have the source texts alone, so that no text of another language counts as missing. */
  isOfSource?: boolean;
}

/** How the files are imported. */
export interface ImportOptions {
  conflict?: string;
  deleteMissing?: boolean;
  failOn?: string;
  strict?: boolean;
  dryRun?: boolean;
  ifRevision?: number;
  createLanguages?: boolean;
  /** Which texts the details list. Default: those that change. */
  detailsOf?: 'changes' | 'findings';
  detailsCursor?: string;
}

/** The outcome of an import: what it did, or the conflicts for which nothing was written. */
export type Outcome = { result: ImportResult } | { conflicts: Conflict[]; conflictCount: number };

/** The options that imports have of a rule. */
const importOptions = ({ keySeparator, columns, empty, state, strict, tags }: FileOptions) => ({
  keySeparator,
  columns,
  empty,
  state,
  strict,
  tags: tags?.join(','),
});

/**
 * Imports the files, with the languages that the project lacks. Only the server knows the languages of a file of several.
 *
 * @throws CommandError if the server refuses them for another reason than conflicts
 */
export async function importFiles(session: Session, shipment: Shipment, how: ImportOptions): Promise<Outcome> {
  const { api, config, output } = session;
  const { group, files, base, isOfSource } = shipment;
  const { deleteMissing, ...options } = how;
  const { format } = group;
  output.progress(
    `${options.dryRun ? 'Comparing' : 'Sending'} ${files.length === 1 ? files[0]?.path : `${files.length} files`} …`,
  );
  const [only] = files;
  const isSingle = format.multilingual && only !== undefined;
  const form = new FormData();
  const fields = {
    format: format.id,
    base,
    details: true,
    detailsOf: 'changes',
    ...importOptions(group.options),
    ...(isSingle && only.namespace !== '' && { namespace: only.namespace }),
    ...(deleteMissing && { deleteMissing: true, ...(!isOfSource && { missingTexts: 'remove' }) }),
    ...options,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  const bytes = isSingle ? only.bytes : packFiles(files);
  form.append('file', new Blob([bytes]), isSingle ? only.path.replace(/.*\//, '') : 'glossa.zip');
  const answer = await api.POST('/api/v1/projects/{id}/import', {
    params: { path: { id: config.project }, header: { 'Idempotency-Key': randomUUID() } },
    body: {} as never,
    bodySerializer: () => form,
  });
  if (answer.response.ok) return { result: bodyOf(answer) };
  const problem = toProblem(answer.error, answer.response);
  if (problem.code === 'merge_conflict' && 'conflicts' in problem) {
    const { conflicts, conflictCount } = problem as unknown as { conflicts: Conflict[]; conflictCount: number };
    return { conflicts, conflictCount };
  }
  // The option needs a scope, which most imports do without.
  if (problem.code === 'unknown_language' && !how.createLanguages)
    return importFiles(session, shipment, { ...how, createLanguages: true });
  throw new RefusedError(problem, HINTS[problem.code]);
}

const HINTS: Record<string, string> = {
  revision_pruned:
    'The history of the project does not reach back to when the files were last in step. Choose whose texts win: "glossa push --conflict overwrite" or "glossa push --conflict keep".',
  missing_scope: 'New keys need the scope keys:write, new languages projects:write, and --delete-missing keys:delete.',
};
