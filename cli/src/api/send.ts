import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, ExitCode } from '../exit-code';
import { printable } from '../history/text-lines';
import type { Output } from '../terminal/output';
import { assertAnswerOfServer } from './foreign-answer';

/** Attempts without an answer, with one of a proxy whose server does not answer, or of a server without its database. */
const MAX_FAILURES = 5;
const FIRST_PAUSE_MS = 250;
/** Seconds in sum that requests of one command wait because the server asks for it. */
const MAX_WAIT_SECONDS = 600;
const UNAVAILABLE = [502, 503, 504];

/**
 * Returns a `fetch` that reads the whole answer, and sends the request again after the time that a 429 asks for, or, if it may be
 * repeated, when there was no complete answer or the server asks to come back later because it cannot work (500 with `Retry-After`).
 *
 * @throws CommandError when the server cannot be reached
 */
export function createSender(server: string, output: Output): (request: Request) => Promise<Response> {
  let waited = 0;
  /** Waits as long as an answer asks. @returns false, without a wait, if it does not ask, or for too long */
  const waitFor = async (answer: Response): Promise<boolean> => {
    const seconds = secondsToWait(answer);
    if (seconds === undefined || waited + seconds > MAX_WAIT_SECONDS) return false;
    waited += seconds;
    output.note(`The server asks to wait ${seconds} s.`);
    await sleep(seconds * 1_000);
    return true;
  };
  return async (request) => {
    for (let failures = 0; ;) {
      const answer = await attempt(request.clone());
      if (answer instanceof Response && answer.status === 429) {
        if (await waitFor(answer)) continue;
        return answer;
      }
      if (answer instanceof Response && !isUnavailable(answer)) {
        await assertAnswerOfServer(answer, server);
        return answer;
      }
      failures++;
      const isLast = failures === MAX_FAILURES || !isRepeatable(request);
      if (!isLast && answer instanceof Response && secondsToWait(answer) !== undefined) {
        if (await waitFor(answer)) continue;
      } else if (!isLast) {
        // A little different in each process, so that many do not come back at once.
        await sleep(FIRST_PAUSE_MS * 2 ** (failures - 1) * (0.75 + Math.random() / 2));
        continue;
      }
      const reason = answer instanceof Response ? await reasonOfAnswer(answer) : reasonOf(answer);
      throw unreachable(new URL(request.url).origin, reason);
    }
  };
}

const isUnavailable = (answer: Response): boolean =>
  UNAVAILABLE.includes(answer.status) || (answer.status >= 500 && secondsToWait(answer) !== undefined);

/** Returns the `Retry-After` of an answer; undefined: there is none, or it is no number of seconds. */
function secondsToWait({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? seconds : undefined;
}

/** Returns the complete answer, or the reason for which there is none. */
async function attempt(request: Request): Promise<Response | Error> {
  try {
    // A redirect to another host would lose the API key, and one of a POST its body.
    const response = await fetch(request, { redirect: 'manual' });
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    const isEmpty = status === 204 || status === 304;
    const complete = new Response(isEmpty ? null : body, { status, statusText, headers });
    Object.defineProperty(complete, 'url', { value: response.url });
    return complete;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A POST is repeated only if the server recognizes the repetition. */
const isRepeatable = ({ method, headers }: Request): boolean => method !== 'POST' || headers.has('Idempotency-Key');

/** A server without its database says so in a problem document; a proxy answers with a page. */
async function reasonOfAnswer(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => undefined)) as { detail?: unknown } | null | undefined;
  const detail = typeof problem?.detail === 'string' ? `: ${printable(problem.detail)}` : '';
  return `it answered ${answer.status}${detail}`;
}

/** The error of `fetch` says only that it failed; its cause says why. */
function reasonOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map((each) => (each as Error).message).join(', ');
  return cause instanceof Error ? cause.message : error.message;
}

const unreachable = (server: string, reason: string): CommandError =>
  new CommandError(
    ExitCode.unreachable,
    `${server} cannot be reached: ${reason}`,
    'Check the address, and whether the server runs. Nothing half done stays: the same command can be run again.',
  );
