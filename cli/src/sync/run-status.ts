import { bodyOf, RefusedError } from '../api/client';
import type { Run } from '../commands/command';
import type { StatusOptions } from '../commands/status';
import { ExitCode } from '../exit-code';
import { findGitConflict } from '../files/git-conflict';
import { printable } from '../history/text-lines';
import { countOf } from '../terminal/counts';
import type { Output } from '../terminal/output';
import { pull } from './pull';
import { push } from './push';
import { Session } from './session';

type State = 'in step' | 'changed here' | 'changed there' | 'changed on both sides' | 'conflict';

interface FileStatus {
  path: string;
  state: State;
}

interface LanguageStatus {
  language: string;
  percent: number;
  untranslated: number;
  findings: number;
}

export function runStatus({ options, output }: Run<StatusOptions>): Promise<ExitCode> {
  return Session.read(options, output, async (session) => {
    const files = await readFiles(session);
    const languages = await readLanguages(session);
    const { min } = options;
    const below = languages.filter(({ percent }) => min !== undefined && percent < min);
    const isInStep = files.every(({ state }) => state === 'in step');
    const exitCode = isInStep && below.length === 0 ? ExitCode.done : ExitCode.found;
    print(files, languages, output);
    for (const { language, percent } of below) output.note(`${language}: ${percent} % is less than ${min} %`);
    output.result({ status: { files, languages }, exitCode });
    return exitCode;
  });
}

/** Compares each file with its base and with the server, as a push and a pull would, and writes nothing. */
async function readFiles(session: Session): Promise<FileStatus[]> {
  const locals = session.tree.find(await session.readProject());
  const changed = locals.filter(({ path, sha256 }) => session.lock.files[path]?.sha256 !== sha256);
  const here = new Set(changed.map(({ path }) => path));
  const conflicts = new Set(
    changed.filter(({ bytes }) => findGitConflict(bytes) !== undefined).map(({ path }) => path),
  );
  const pulled = await pull(session, { check: true });
  const there = new Set([...pulled.files.map(({ path }) => path), ...pulled.conflicts]);
  if (here.size > 0) {
    for (const path of await findConflicts(session, conflicts)) conflicts.add(path);
  }
  const paths = new Set([...locals.map(({ path }) => path), ...there]);
  return [...paths].sort().map((path) => ({ path, state: stateOf(path, here, there, conflicts) }));
}

/** Returns the files that a push would refuse by a conflict. An API key that may not push gets a note instead. */
async function findConflicts(session: Session, except: ReadonlySet<string>): Promise<string[]> {
  try {
    const { conflicts } = await push(session, { dryRun: true, except });
    return conflicts.flatMap(({ path }) => path ?? []);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.problem.code !== 'missing_scope') throw error;
    const { scope = '' } = error.problem as { scope?: string };
    session.output.note(`Conflicts are not looked for: the API key needs the scope ${scope}, as for a push.`);
    return [];
  }
}

function stateOf(path: string, here: Set<string>, there: Set<string>, conflicts: Set<string>): State {
  if (conflicts.has(path)) return 'conflict';
  if (here.has(path)) return there.has(path) ? 'changed on both sides' : 'changed here';
  return there.has(path) ? 'changed there' : 'in step';
}

async function readLanguages({ api, config }: Session): Promise<LanguageStatus[]> {
  const path = { id: config.project };
  const { statistics } = bodyOf(await api.GET('/api/v1/projects/{id}/statistics', { params: { path } }));
  const { counts } = bodyOf(
    await api.GET('/api/v1/projects/{id}/checks', { params: { path, query: { limit: 1 } as never } }),
  );
  return Object.entries(statistics.languages).map(([language, { percent, untranslated }]) => {
    const findings = Object.values(counts[language] ?? {}).reduce((sum, count) => sum + count, 0);
    return { language, percent, untranslated, findings };
  });
}

const STYLES = {
  'in step': 'dim',
  'changed here': 'yellow',
  'changed there': 'yellow',
  'changed on both sides': 'yellow',
  conflict: 'red',
} as const;

function print(files: readonly FileStatus[], languages: readonly LanguageStatus[], output: Output): void {
  for (const { path, state } of files) output.line(`${printable(path)}  ${output.style(STYLES[state], state)}`);
  if (files.length > 0) output.line();
  for (const { language, percent, untranslated, findings } of languages)
    output.line(
      `${language}  ${percent} %, ${countOf(untranslated, 'text')} untranslated, ${countOf(findings, 'finding')}`,
    );
}
