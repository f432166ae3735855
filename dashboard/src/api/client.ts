import createClient from 'openapi-fetch';
import { noteRevision } from './own-revisions';
import { noteRoom } from './request-room';
import { announceWait } from './waits';
import { type Problem, ProblemError } from './problem';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

const MAX_WAITS = 3;

/** Sends a request, and sends it again after the time that a 429 asks for. @throws ProblemError without a connection */
export async function send(request: Request): Promise<Response> {
  const response = await withWaits(() => fetch(request.clone()), request.signal);
  noteRevision(request, response);
  return response;
}

/** Makes attempts until the answer is no 429. @throws ProblemError without a connection */
export async function withWaits(attempt: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await attempt().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new ProblemError();
    });
    noteRoom(response);
    const seconds = Number(response.headers.get('Retry-After'));
    if (response.status !== 429 || !(seconds > 0) || waits === MAX_WAITS) return response;
    const detail = problemIn(await readJson(response.clone()))?.detail;
    await announceWait({ seconds, detail }, signal);
  }
}

export const api = createClient<paths>({ baseUrl: '/', fetch: send });

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the body of an answer. @throws ProblemError if the service, or a proxy before it, refused the request */
export function bodyOf<T>({ data, error, response }: Answer<T>): T {
  if (response.ok) return data as T;
  throw new ProblemError(problemIn(error), response.status);
}

/** Reads an answer as JSON. @throws ProblemError if the request was refused, or if the answer is none of the service */
export async function jsonOf<T>(response: Response): Promise<T> {
  const body = await readJson(response);
  if (body === undefined) throw new ProblemError(undefined, response.status);
  return bodyOf<T>({ response, data: body as T, error: body });
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

/** A proxy refuses a request without a problem document. */
const problemIn = (body: unknown): Problem | undefined =>
  typeof body === 'object' && body !== null && 'code' in body ? (body as Problem) : undefined;
