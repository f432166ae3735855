import { bodyOf } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository, type Repository } from '../config/connect';
import { ExitCode, usageError } from '../exit-code';
import { lockNameOf, readLockOf } from '../lock/lock-file';
import { revisionOf } from './revision';
import { printDifferences, type TextDifference } from './text-lines';

export interface DiffOptions {
  language?: string;
  namespace?: string;
  exitCode?: boolean;
}

/** Texts by language and key name. */
type Texts = Record<string, Record<string, string>>;

export async function runDiff({ args, options, output }: Run<DiffOptions>): Promise<ExitCode> {
  const named = args[0] === undefined ? undefined : revisionOf(args[0]);
  const to = args[1] === undefined ? undefined : revisionOf(args[1]);
  const repository = await openRepository(options, output);
  const from = named ?? syncedRevision(repository);
  if (to !== undefined && to < from) throw usageError(`the revision ${to} is before ${from}`);
  output.progress('Reading …');
  const [before, after] = await Promise.all([readTexts(repository, options, from), readTexts(repository, options, to)]);
  const differences = compare(before, after);
  printDifferences(differences, output);
  if (differences.length === 0) output.line('No text differs.');
  const exitCode = options.exitCode && differences.length > 0 ? ExitCode.found : ExitCode.done;
  output.result({ diff: { from, to: to ?? null, differences }, exitCode });
  return exitCode;
}

/** Returns the revision at which the files were last in step. @throws CommandError */
function syncedRevision({ config }: Repository): number {
  const lock = readLockOf(config);
  // A push notes the revision of its files, and a pull the revision with which it has compared all of them.
  if (lock?.project === config.project && Object.keys(lock.files).length > 0)
    return Math.max(lock.revision, Math.min(...Object.values(lock.files).map(({ revision }) => revision)));
  throw usageError(`there is no ${lockNameOf(config.name)} of this project`, 'Name a revision: "glossa diff 57".');
}

/** @param revision undefined: now */
async function readTexts(
  { api, config }: Repository,
  { language, namespace }: DiffOptions,
  revision: number | undefined,
): Promise<Texts> {
  const query = { namespace, revision, ...(language !== undefined && { language: [language] }) };
  const answer = await api.GET('/api/v1/projects/{id}/translations', {
    params: { path: { id: config.project }, query },
  });
  return bodyOf(answer).translations;
}

/** Returns the texts that differ, by key and language in their order. */
function compare(before: Texts, after: Texts): TextDifference[] {
  const differences: TextDifference[] = [];
  for (const language of new Set([...Object.keys(after), ...Object.keys(before)])) {
    const [old, now] = [toMap(before[language]), toMap(after[language])];
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(name) ?? null, now.get(name) ?? null];
      if (was !== is) differences.push({ name, language, before: was, after: is });
    }
  }
  // The sort is stable, so that the languages of a key stay in their order.
  return differences.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

const toMap = (texts: Record<string, string> = {}): Map<string, string> => new Map(Object.entries(texts));
