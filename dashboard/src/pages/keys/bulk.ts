import { jsonOf, send, type Schemas } from '../../api/client';
import { type Problem, ProblemError } from '../../api/problem';

type Bulk = Schemas['Bulk'];

/** The keys of a change: some by their ids, or all that match a filter. */
export type BulkTarget = Required<Pick<Bulk, 'keyIds'>> | Required<Pick<Bulk, 'filter'>>;

/** What is done to the keys. */
export type BulkChange = Omit<Bulk, 'filter' | 'keyIds' | 'dryRun'>;

/** How many keys are done. */
export interface BulkProgress {
  done: number;
  total: number;
}

/** What was done, and the revision of the project after it. */
export interface BulkDone {
  bulk: Schemas['BulkResult'];
  revision: number;
}

/** A line of an answer that lasts. */
interface Line<Answer> {
  progress?: Partial<BulkProgress>;
  result?: Answer;
  revision?: number;
  problem?: Problem;
}

/** How a change is sent that may last. */
export interface Sending {
  signal?: AbortSignal;
  /** Is called when the change takes longer. */
  onProgress?: (progress: BulkProgress) => void;
}

/** Changes many keys as one change. If the signal is aborted, the service does nothing. @throws ProblemError */
export async function sendBulk(projectId: string, body: Bulk, sending: Sending = {}): Promise<BulkDone> {
  const path = `/api/v1/projects/${projectId}/bulk`;
  const { answer, revision } = await sendLasting<{ bulk: Schemas['BulkResult'] }>(path, body, sending);
  return { bulk: answer.bulk, revision };
}

/** Sends a change that may last. @returns the answer, and the revision of the project after it. @throws ProblemError */
export async function sendLasting<Answer>(
  path: string,
  body: object,
  { signal, onProgress }: Sending,
): Promise<{ answer: Answer; revision: number }> {
  const request = new Request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson, application/json' },
    body: JSON.stringify(body),
    signal,
  });
  const response = await send(request);
  if (!response.headers.get('Content-Type')?.includes('ndjson')) {
    const answer = await jsonOf<Answer>(response);
    return { answer, revision: Number(response.headers.get('X-Glossa-Revision')) };
  }
  for await (const { progress, result, revision = 0, problem } of linesOf<Answer>(response)) {
    if (problem) throw new ProblemError(problem);
    if (result) return { answer: result, revision };
    if (progress?.total !== undefined) onProgress?.({ done: progress.done ?? 0, total: progress.total });
  }
  throw new ProblemError();
}

async function* linesOf<Answer>({ body }: Response): AsyncGenerator<Line<Answer>> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line<Answer>;
  }
}
