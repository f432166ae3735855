import createFetchClient, { type Client } from 'openapi-fetch';
import { CommandError, ExitCode } from '../exit-code';
import type { Output } from '../terminal/output';
import { printable } from '../history/text-lines';
import { createSender } from './send';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type Api = Client<paths>;

interface Connection {
  server: string;
  apiKey: string;
  output: Output;
}

/** A request that the server refused, with its problem document (RFC 9457). */
export class RefusedError extends CommandError {
  constructor(
    readonly problem: Problem,
    hint?: string,
  ) {
    const { status, code, detail, requestId } = problem;
    const errors = 'errors' in problem && problem.errors ? { errors: problem.errors } : {};
    super(ExitCode.refused, messageOf(problem), hint ?? HINTS[code], { status, code, detail, requestId, ...errors });
  }
}

const HINTS: Record<string, string> = {
  unauthenticated: 'Run "glossa login", or set GLOSSA_API_KEY.',
  missing_scope: 'Use an API key that has this scope.',
  project_not_found: 'Check "project" in glossa.json, and whether the API key may see the project.',
};

function messageOf(problem: Problem): string {
  const fields = 'errors' in problem ? (problem.errors ?? []) : [];
  const details = fields.map((error) => {
    const { detail, ...places } = error as { detail: string } & Record<string, unknown>;
    const place = ['parameter', 'field', 'pointer', 'header', 'key'].map((name) => places[name]).find(Boolean);
    const language = typeof places.language === 'string' ? ` (${places.language})` : '';
    return `\n  ${typeof place === 'string' ? `${printable(place)}${language}: ` : ''}${printable(detail)}`;
  });
  return `the server refused the request: ${problem.detail} (${problem.code})${details.join('')}`;
}

/** Returns the typed client of a server. Requests that may be repeated are, as long as the server does not answer. */
export const createApi = ({ server, apiKey, output }: Connection): Api =>
  createFetchClient<paths>({
    baseUrl: server,
    headers: { Authorization: `Bearer ${apiKey}`, 'User-Agent': 'glossa-cli' },
    fetch: createSender(server, output),
  });

/** Returns the body of an answer. @throws RefusedError */
export function bodyOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (response.ok) return data as T;
  throw new RefusedError(toProblem(error, response));
}

export const toProblem = (error: unknown, response: Response): Problem =>
  typeof error === 'object' && error !== null && 'code' in error
    ? (error as Problem)
    : {
        type: 'about:blank',
        title: response.statusText,
        status: response.status,
        code: 'internal_error',
        detail: `${response.status} ${response.statusText} from ${response.url}`,
        instance: '',
        requestId: response.headers.get('X-Request-Id') ?? '',
      };
