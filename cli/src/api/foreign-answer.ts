import { CommandError, ExitCode, suspect } from '../exit-code';
import { printable } from '../history/text-lines';

/** Glossa sends this with each answer that is no page. */
const POLICY = `default-src 'none'; frame-ancestors 'none'`;

/** Whether an answer has what only Glossa sends. A proxy may have removed it. */
export const isOfGlossa = ({ headers }: Response): boolean =>
  headers.get('Content-Security-Policy') === POLICY || headers.has('X-Glossa-Revision');

/** Refuses the answer of a proxy, or of another server at the address. @throws CommandError */
export async function assertAnswerOfServer(answer: Response, server: string): Promise<void> {
  const { headers, status, url } = answer;
  const location = headers.get('Location');
  if (status >= 300 && status < 400 && location !== null && URL.canParse(location, url))
    throw redirected(server, url, new URL(location, url));
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isPage && isOfGlossa(answer)) return suspect(undefined);
  if (!isPage && (await mayBeOfGlossa(answer))) return suspect(notGlossa(server, status));
  throw answer.ok || status === 404 || status === 405 ? notGlossa(server, status) : answeredByProxy(server, status);
}

/** Whether an answer has the form of one of Glossa: a document in JSON, or lines that follow each other. */
async function mayBeOfGlossa(answer: Response): Promise<boolean> {
  const { headers, ok, status } = answer;
  if (ok && !headers.has('X-Request-Id')) return false;
  if (status === 204 || /^(?:application\/x-ndjson|text\/event-stream)/.test(headers.get('Content-Type') ?? ''))
    return true;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return ok || ('code' in body && typeof body.code === 'string');
}

/** The query of the target, such as the state of a sign-in, may be a secret. */
function redirected(server: string, url: string, target: URL): CommandError {
  const place = `${target.origin}${target.pathname}`;
  const path = new URL(url).pathname.slice(new URL(server).pathname.replace(/\/$/, '').length);
  return new CommandError(
    ExitCode.unreachable,
    `${server} redirects to another address: ${printable(place)}`,
    place.endsWith(path)
      ? `Write the address ${printable(place.slice(0, -path.length))} into glossa.json, GLOSSA_SERVER or --server.`
      : 'Check the address. A proxy that asks people to sign in must let requests with an API key pass.',
  );
}

const notGlossa = (server: string, status: number): CommandError =>
  new CommandError(
    ExitCode.unreachable,
    `${server} did not answer as a Glossa server: it answered ${status}`,
    'Check the address: it is the address of the dashboard, without a path behind it.',
  );

const answeredByProxy = (server: string, status: number): CommandError =>
  new CommandError(
    status < 500 ? ExitCode.refused : ExitCode.unreachable,
    `a proxy in front of ${server} did not let the request pass: it answered ${status}`,
    status === 413
      ? 'Raise the limit of the proxy for the body of a request: client_max_body_size in nginx.'
      : 'Check the rules of the proxy, and the address of the server.',
    { status },
  );
