import { randomUUID } from 'node:crypto';
import { bodyOf, RefusedError, toProblem } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository } from '../config/connect';
import { CommandError, ExitCode } from '../exit-code';
import { countOf } from '../terminal/counts';
import { revisionOf } from './revision';
import { printable } from './text-lines';

export interface UndoOptions {
  dryRun?: boolean;
  conflict?: 'refuse' | 'skip';
}

/** A text, a key or a setting that was changed again. */
interface Conflict {
  name: string | null;
  language: string | null;
}

/** Conflicts that are printed. */
const MAX_PRINTED = 20;

export async function runUndo({ args, options, output }: Run<UndoOptions>): Promise<ExitCode> {
  const revision = revisionOf(args[0]);
  const { api, config } = await openRepository(options, output);
  const { conflict = 'refuse', dryRun = false } = options;
  const answer = await api.POST('/api/v1/projects/{id}/changes/{revision}/undo', {
    params: { path: { id: config.project, revision }, header: { 'Idempotency-Key': randomUUID() } },
    body: { conflict, dryRun },
  });
  if (!answer.response.ok) {
    const problem = toProblem(answer.error, answer.response);
    if (problem.code !== 'undo_conflict') throw new RefusedError(problem);
    const { errors = [] } = problem as unknown as { errors?: { key?: string; language?: string }[] };
    const conflicts = errors.map(({ key = null, language = null }): Conflict => ({ name: key, language }));
    const listed = conflicts.slice(0, MAX_PRINTED).map((each) => `\n  ${describe(each)}`);
    throw new CommandError(
      ExitCode.conflict,
      `${problem.detail}${listed.join('')}${conflicts.length > MAX_PRINTED ? '\n  …' : ''}`,
      `Nothing was written. "glossa undo ${revision} --conflict skip" undoes the rest.`,
      { code: problem.code, conflicts },
    );
  }
  const { change, counts, conflicts } = bodyOf(answer);
  const done = `${countOf(counts.textsSet, 'text')} set, ${counts.textsRemoved} removed; ${countOf(counts.keysCreated, 'key')} created, ${counts.keysDeleted} deleted, ${counts.keysChanged} changed`;
  if (dryRun) output.line(`Would undo ${revision}: ${done}. Nothing was written.`);
  else if (!change) output.line(`There is nothing to undo in ${revision}.`);
  else output.line(`Undid ${revision} by ${change.revision}: ${done}.`);
  for (const each of conflicts.slice(0, MAX_PRINTED)) output.line(`  left as it is: ${describe(each)}`);
  output.result({ undo: { revision, dryRun, change, counts, conflicts }, exitCode: ExitCode.done });
  return ExitCode.done;
}

const describe = ({ name, language }: Conflict): string =>
  name === null
    ? language === null
      ? 'the name of the project'
      : `the language ${language}`
    : `${printable(name)}${language === null ? '' : ` (${language})`}`;
