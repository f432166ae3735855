import { CommandError, ExitCode } from '../exit-code';
import { printable } from '../history/text-lines';

/** Refuses the answer of a proxy, or of another server at the address. @throws CommandError */
export function assertAnswerOfServer(answer: Response, server: string): void {
  const { headers, status, url } = answer;
  const location = headers.get('Location');
  if (status >= 300 && status < 400 && location !== null && URL.canParse(location, url))
    throw redirected(server, url, new URL(location, url));
  const type = headers.get('Content-Type') ?? '';
  const isPage = type.startsWith('text/html');
  // The refusals of Glossa are documents in JSON.
  if (!isPage && (answer.ok || type.includes('json'))) return;
  if (answer.ok || status === 404 || status === 405) throw unknownServer(server, status);
  throw answeredByProxy(server, status);
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

const unknownServer = (server: string, status: number): CommandError =>
  new CommandError(
    ExitCode.unreachable,
    `${server} is no server of Glossa: it answered ${status}, which is no answer of Glossa`,
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
