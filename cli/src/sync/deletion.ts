import { bodyOf, RefusedError } from '../api/client';
import { usageError } from '../exit-code';
import type { FileIdentity } from '../files/path-pattern';
import { digestOf } from '../files/text-bytes';
import type { LocalFile } from '../files/working-tree';
import { printable } from '../history/text-lines';
import { type ExportedFile, exportAll } from './export';
import { describeFile } from './file-name';
import type { Shipment } from './import';
import type { Group, Session } from './session';

/**
 * Plans the import that deletes what the files lack. Keys are missing where all files together lack them, so all files must be of one
 * import with one base, and everything that the project had at this base must have been in a file here.
 *
 * @throws CommandError
 */
export async function planDeletion(
  session: Session,
  locals: readonly LocalFile[],
  sourceLanguage: string,
): Promise<Shipment> {
  const group = await onlyGroup(session, locals);
  const { base, exported } = await readBase(session, group);
  const compared = compare(session, group, { locals, exported, base, sourceLanguage });
  const { foreign, translated, outdated, found } = compared;
  if (translated.length > 0 && (await hasKeyWithoutSource(session, sourceLanguage))) foreign.push(...translated);
  const files = locals.filter((file) => {
    const synced = session.lock.files[file.path];
    if (!synced || found.has(file.path) || synced.revision === base) return true;
    // The project has no texts of this file, as of an empty one: with this base, its former texts would be new ones.
    if (synced.sha256 !== file.sha256) outdated.push(file.path);
    return false;
  });
  if (foreign.length > 0)
    throw usageError(
      `--delete-missing would delete what the files here never had: ${foreign.map(printable).join('; ')}`,
      'Run "glossa pull" first. Without a path in glossa.json, the files cannot say which keys are missing: delete them in Glossa.',
    );
  if (outdated.length > 0)
    throw usageError(
      `--delete-missing needs files of one revision; these differ from the revision ${base}: ${outdated.map(printable).join('; ')}`,
      'Run "glossa pull" first; for a file that the project does not have any more, "glossa push" without --delete-missing.',
    );
  if (files.length === 0) throw noneInStep();
  return { group, files, base, isOfSource: translated.length > 0 };
}

const noneInStep = (): Error =>
  usageError('--delete-missing needs files that were in step before', 'Run "glossa push" or "glossa pull" first.');

async function onlyGroup(session: Session, files: readonly LocalFile[]): Promise<Group> {
  const [group, ...others] = await session.groups();
  if (!group || others.length > 0 || (group.format.multilingual && files.length > 1))
    throw usageError(
      '--delete-missing needs one rule, or rules of one format with the same options, in glossa.json',
      'Keys that one format lacks may be in the files of another. Delete them in Glossa.',
    );
  if (Object.keys(session.lock.files).length === 0 || files.length === 0) throw noneInStep();
  const { minState, unwritable } = group.options;
  const option = minState !== undefined ? 'minState' : unwritable === 'skip' ? 'unwritable' : undefined;
  if (option)
    throw usageError(
      `--delete-missing cannot be used with the option ${option}: files lack texts that the project has`,
      'Delete the keys in Glossa.',
    );
  return group;
}

/** Reads the files as the project had them at the newest revision of glossa.lock, or now if the history does not reach back to it. */
async function readBase(session: Session, group: Group): Promise<{ base: number; exported: ExportedFile[] }> {
  const { revision, files } = session.lock;
  const base = Math.max(revision, ...Object.values(files).map((file) => file.revision));
  try {
    return { base, exported: await exportAll(session, group, base) };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.problem.code !== 'revision_pruned') throw error;
    const exported = await exportAll(session, group);
    if (exported.length === 0) throw error;
    return { base: Math.min(...exported.map((file) => file.revision)), exported };
  }
}

/** A key with a source text is in the file of the source texts: a repository may have only this one of its languages. */
async function hasKeyWithoutSource({ api, config }: Session, untranslated: string): Promise<boolean> {
  const params = { path: { id: config.project }, query: { untranslated, limit: 1 } };
  return bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params })).keys.length > 0;
}

interface Compared {
  locals: readonly LocalFile[];
  exported: readonly ExportedFile[];
  base: number;
  sourceLanguage: string;
}

/**
 * Compares the files of the project at the base with glossa.lock.
 *
 * @returns files that were never in step here, those of them whose source texts are in a file here, files that had other content when
 *   they were in step, and all that glossa.lock has
 */
function compare(
  { tree, lock }: Session,
  { rules, format }: Group,
  { locals, exported, base, sourceLanguage }: Compared,
): { foreign: string[]; translated: string[]; outdated: string[]; found: Set<string> } {
  const result = {
    foreign: [] as string[],
    translated: [] as string[],
    outdated: [] as string[],
    found: new Set<string>(),
  };
  const pathOf = ({ language, namespace }: FileIdentity): string | undefined => {
    const local = locals.find((file) => file.language === language && file.namespace === namespace);
    return (local ?? tree.place({ language, namespace }, sourceLanguage, (rule) => rules.has(rule)))?.path;
  };
  const isSynced = (path?: string): boolean => path !== undefined && path in lock.files;
  for (const { language, namespace, bytes } of exported) {
    const path = pathOf({ language, namespace });
    const synced = path === undefined ? undefined : lock.files[path];
    if (path !== undefined && synced) {
      result.found.add(path);
      if (synced.revision !== base && synced.sha256 !== digestOf(bytes)) result.outdated.push(path);
      continue;
    }
    // The tools of bilingual formats have no file of the source language: the files of the other languages have its keys.
    const isSource = format.bilingual && language === sourceLanguage;
    if (isSource && exported.some((file) => file.language !== language && file.namespace === namespace)) continue;
    const hasSource = isSynced(pathOf({ language: sourceLanguage, namespace }));
    result[hasSource ? 'translated' : 'foreign'].push(path ?? describeFile({ language, namespace }));
  }
  return result;
}
