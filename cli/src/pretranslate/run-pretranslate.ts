import { randomUUID } from 'node:crypto';
import { bodyOf, type Problem, RefusedError, type Schemas } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository, type Repository } from '../config/connect';
import { ExitCode, usageError } from '../exit-code';
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

/** The last line of an answer with progress. */
type LastLine = { result: Result } | { problem: Problem };

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
  let pretranslation = await pretranslate(repository, body);
  // A request looks at so many missing texts at most.
  while (pretranslation.nextCursor)
    pretranslation = sumOf(
      pretranslation,
      await pretranslate(repository, { ...body, cursor: pretranslation.nextCursor }),
    );
  print(pretranslation, output);
  output.result({ pretranslate: pretranslation, exitCode: ExitCode.done });
  return ExitCode.done;
}

async function pretranslate({ api, config }: Repository, body: Schemas['Pretranslate']): Promise<Pretranslation> {
  const answer = await api.POST('/api/v1/projects/{id}/pretranslate', {
    params: { path: { id: config.project }, header: { 'Idempotency-Key': randomUUID() } },
    // The answer begins before the work has ended, so that nothing on the way gives it up.
    headers: { Accept: 'application/x-ndjson, application/json' },
    parseAs: 'text',
    body,
  });
  return resultOf(bodyOf(answer), answer.response).pretranslation;
}

const sumOf = (one: Pretranslation, next: Pretranslation): Pretranslation => ({
  ...next,
  missing: one.missing + next.missing,
  memory: one.memory + next.memory,
  machine: one.machine + next.machine,
  moved: one.moved + next.moved,
  failed: one.failed + next.failed,
  error: one.error ?? next.error,
});

async function targetLanguagesOf({ api, config }: Repository): Promise<string[]> {
  const answer = await api.GET('/api/v1/projects/{id}', { params: { path: { id: config.project } } });
  const { targetLanguages } = bodyOf(answer).project;
  if (targetLanguages.length === 0) throw usageError('the project has no language into which it is translated');
  return targetLanguages;
}

/** @throws RefusedError for work that ended with a problem after its answer had begun */
function resultOf(text: string, { headers }: Response): Result {
  if (!headers.get('Content-Type')?.startsWith('application/x-ndjson')) return JSON.parse(text) as Result;
  const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as LastLine;
  if ('problem' in last) throw new RefusedError(last.problem);
  return last.result;
}

function print({ dryRun, missing, memory, machine, moved, failed, error }: Pretranslation, output: Output): void {
  const verb = dryRun ? 'Would translate' : 'Translated';
  output.line(
    `${verb} ${memory + machine} of ${countOf(missing, 'missing text')}: ${memory} from the memory, ${machine} by the machine.`,
  );
  if (moved > 0) output.line(`  ${countOf(moved, 'text')} changed meanwhile, and stayed.`);
  if (failed > 0) output.line(`  ${countOf(failed, 'text')} not translated by the machine: ${error ?? 'unknown'}.`);
  if (dryRun) output.line('  Nothing was written.');
}
