import { bodyOf, type Schemas } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository, type Repository } from '../config/connect';
import { ExitCode } from '../exit-code';
import { countOf } from '../terminal/counts';
import type { Output } from '../terminal/output';
import { limitOf, revisionOf } from './revision';
import { printable, printDifferences, type TextDifference } from './text-lines';

export interface LogOptions {
  limit: string;
  since?: string;
  until?: string;
  action?: string;
  language?: string;
  namespace?: string;
}

type Change = Schemas['Change'];
type Item = Schemas['ChangeItem'];

/** Items of one request. */
const PAGE = 1_000;

export async function runLog({ args, options, output }: Run<LogOptions>): Promise<ExitCode> {
  const limit = limitOf(options.limit);
  const [argument] = args;
  const revision = argument === undefined ? undefined : revisionOf(argument);
  const repository = await openRepository(options, output);
  if (revision === undefined) return listChanges(repository, options, limit, output);
  const { change, items, hasMore } = await readItems(repository, revision, limit);
  printChange(change, output);
  printDifferences(items.map(toDifference), output);
  if (hasMore) output.line(`… more texts: "glossa log ${revision} -n ${limit * 10}"`);
  output.result({ log: { change, items, hasMore }, exitCode: ExitCode.done });
  return ExitCode.done;
}

async function listChanges(
  { api, config }: Repository,
  { since, until, action, language, namespace }: LogOptions,
  limit: number,
  output: Output,
): Promise<ExitCode> {
  const filters = { since, until, action: action as Change['action'], language, namespace };
  const changes: Change[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { ...filters, limit: Math.min(limit - changes.length, PAGE), ...(cursor && { cursor }) };
    const answer = await api.GET('/api/v1/projects/{id}/changes', { params: { path: { id: config.project }, query } });
    const page = bodyOf(answer);
    changes.push(...page.changes);
    cursor = page.nextCursor;
  } while (cursor && changes.length < limit);
  for (const change of changes) printChange(change, output);
  if (changes.length === 0) output.line('There are no such changes.');
  output.result({ log: { changes, hasMore: Boolean(cursor) }, exitCode: ExitCode.done });
  return ExitCode.done;
}

/** Reads what a change did. */
async function readItems(
  { api, config }: Repository,
  revision: number,
  limit: number,
): Promise<{ change: Change; items: Item[]; hasMore: boolean }> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; ;) {
    const query = { limit: Math.min(limit - items.length, PAGE), ...(cursor && { cursor }) };
    const params = { path: { id: config.project, revision }, query };
    const page = bodyOf(await api.GET('/api/v1/projects/{id}/changes/{revision}', { params }));
    items.push(...page.items);
    cursor = page.nextCursor;
    if (!cursor || items.length >= limit) return { change: page.change, items, hasMore: Boolean(cursor) };
  }
}

const toDifference = ({ name, language, before, after, confirmed }: Item): TextDifference => ({
  name,
  language,
  before: textOf(before, confirmed === true),
  after: textOf(after, confirmed === false),
});

/** Returns the text of a version, or what describes a version of the key itself. */
function textOf(version: Item['before'], isOutdated: boolean): string | null {
  if (version === null || version === undefined) return null;
  if ('text' in version) {
    const marks = [version.state !== 'translated' && version.state, isOutdated && 'outdated'].filter(Boolean);
    return `${version.text}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  }
  const { name, description, tags, maxLength } = version;
  const labels = [
    `key ${name}`,
    description !== null && `description: ${description}`,
    tags.length > 0 && `tags: ${tags.join(', ')}`,
    maxLength !== null && `at most ${maxLength} characters`,
  ];
  return labels.filter((label) => label !== false).join('; ');
}

function printChange(change: Change, output: Output): void {
  const {
    revision,
    at,
    action,
    apiKey,
    person,
    via,
    languages,
    counts,
    import: file,
    undoes,
    undoneBy,
    restores,
  } = change;
  const what = [
    undoes !== undefined && `of ${undoes}`,
    restores !== undefined && `to ${restores}`,
    file?.fileName && `of ${printable(file.fileName)}`,
    languages.length > 0 && `in ${languages.slice(0, 10).join(', ')}${languages.length > 10 ? ', …' : ''}`,
  ];
  const done = Object.entries(NAMES).flatMap(([name, label]) => {
    const count = counts[name as keyof typeof NAMES];
    return count > 0 ? [label(count)] : [];
  });
  output.line(
    [
      output.style('yellow', String(revision).padStart(6)),
      at.slice(0, 16).replace('T', ' '),
      [action, ...what.filter(Boolean)].join(' '),
      output.style('dim', `by ${printable((person ?? apiKey)?.name ?? '')}${via === 'mcp' ? ' (mcp)' : ''}`),
    ].join('  '),
  );
  if (done.length > 0)
    output.line(`        ${done.join(', ')}${undoneBy === undefined ? '' : `; undone by ${undoneBy}`}`);
}

const NAMES = {
  keysCreated: (count: number) => `${countOf(count, 'key')} created`,
  keysDeleted: (count: number) => `${countOf(count, 'key')} deleted`,
  keysChanged: (count: number) => `${countOf(count, 'key')} changed`,
  textsSet: (count: number) => `${countOf(count, 'text')} set`,
  textsRemoved: (count: number) => `${countOf(count, 'text')} removed`,
  statesSet: (count: number) => `${countOf(count, 'state')} set`,
} as const;
