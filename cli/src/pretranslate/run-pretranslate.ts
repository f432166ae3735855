import { randomUUID } from 'node:crypto';
import { bodyOf, type Problem, RefusedError, type Schemas } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository, type Repository } from '../config/connect';
import { CommandError, ExitCode, usageError } from '../exit-code';
import { countOf } from '../terminal/counts';
import type { Output } from '../terminal/output';

export interface PretranslateOptions {
  languages?: string;
  machine?: boolean;
  minMatch: string;
  state: Schemas['TranslationState'];
  namespace?: string;
  dryRun?: boolean;
}

type Result = Schemas['PretranslateResponse'];
type Pretranslation = Result['pretranslation'];

/** The sum of the results of all requests. */
interface Sum extends Pretranslation {
  /** The changes that they made. */
  revisions: number[];
}

/** The last line of an answer with progress. */
type LastLine = { result: Result; revision: number } | { problem: Problem };

export async function runPretranslate({ options, output }: Run<PretranslateOptions>): Promise<ExitCode> {
  const { languages, machine = false, state, namespace, dryRun = false } = options;
  const minMatch = Number(options.minMatch);
  if (options.minMatch.trim() === '' || Number.isNaN(minMatch)) throw usageError('--min-match needs a number');
  const repository = await openRepository(options, output);
  const body = {
    languages: languages?.split(',').map((tag) => tag.trim()) ?? (await targetLanguagesOf(repository)),
    ...{ machine, minMatch, state, dryRun },
    ...(namespace !== undefined && { namespace }),
  };
  let sum = await pretranslate(repository, body);
  // A request looks at so many missing texts at most.
  while (sum.nextCursor) {
    try {
      sum = sumOf(sum, await pretranslate(repository, { ...body, cursor: sum.nextCursor }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      print(sum, output);
      throw new CommandError(error.exitCode, error.message, error.hint, { ...error.details, pretranslate: sum });
    }
  }
  print(sum, output);
  output.result({ pretranslate: sum, exitCode: ExitCode.done });
  return ExitCode.done;
}

async function pretranslate({ api, config }: Repository, body: Schemas['Pretranslate']): Promise<Sum> {
  const answer = await api.POST('/api/v1/projects/{id}/pretranslate', {
    params: { path: { id: config.project }, header: { 'Idempotency-Key': randomUUID() } },
    // The answer begins before the work has ended, so that nothing on the way gives it up.
    headers: { Accept: 'application/x-ndjson, application/json' },
    parseAs: 'text',
    body,
  });
  const { result, revision } = resultOf(bodyOf(answer), answer.response);
  const { dryRun, memory, machine } = result.pretranslation;
  return { ...result.pretranslation, revisions: !dryRun && memory + machine > 0 ? [revision] : [] };
}

const sumOf = (one: Sum, next: Sum): Sum => ({
  ...next,
  missing: one.missing + next.missing,
  memory: one.memory + next.memory,
  machine: one.machine + next.machine,
  moved: one.moved + next.moved,
  failed: one.failed + next.failed,
  error: one.error ?? next.error,
  revisions: [...one.revisions, ...next.revisions],
});

async function targetLanguagesOf({ api, config }: Repository): Promise<string[]> {
  const answer = await api.GET('/api/v1/projects/{id}', { params: { path: { id: config.project } } });
  const { targetLanguages } = bodyOf(answer).project;
  if (targetLanguages.length === 0) throw usageError('the project has no language into which it is translated');
  return targetLanguages;
}

/** @throws RefusedError for work that ended with a problem after its answer had begun */
function resultOf(text: string, { headers }: Response): { result: Result; revision: number } {
  if (!headers.get('Content-Type')?.startsWith('application/x-ndjson'))
    return { result: JSON.parse(text) as Result, revision: Number(headers.get('X-Glossa-Revision')) };
  const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as LastLine;
  if ('problem' in last) throw new RefusedError(last.problem);
  return last;
}

function print({ dryRun, missing, memory, machine, moved, failed, error, revisions }: Sum, output: Output): void {
  const verb = dryRun ? 'Would translate' : 'Translated';
  output.line(
    `${verb} ${memory + machine} of ${countOf(missing, 'missing text')}: ${memory} from the memory, ${machine} by the machine.`,
  );
  if (moved > 0) output.line(`  ${countOf(moved, 'text')} changed meanwhile, and stayed.`);
  if (failed > 0) output.line(`  ${countOf(failed, 'text')} not translated by the machine: ${error ?? 'unknown'}.`);
  if (dryRun) output.line('  Nothing was written.');
  if (revisions.length > 0)
    output.line(`  ${revisions.length === 1 ? 'Revision' : 'Revisions'} ${revisions.join(', ')}.`);
}
