import { spawn } from 'node:child_process';
import { bodyOf } from '../api/client';
import type { Run } from '../commands/command';
import { loadConfig } from '../config/config';
import { connect } from '../config/connect';
import { findServer } from '../config/server-address';
import { ExitCode, usageError } from '../exit-code';

export interface OpenOptions {
  history?: boolean;
  print?: boolean;
}

export async function runOpen({ args, options, output }: Run<OpenOptions>): Promise<ExitCode> {
  const [name] = args;
  const config = loadConfig(options.config);
  if (name !== undefined && options.history) throw usageError('--history is the history of the project, not of a key');
  const server = await findServer(options.server, config.server);
  const project = `${server}/projects/${encodeURIComponent(config.project)}`;
  let url = `${project}/${options.history ? 'history' : 'keys'}`;
  if (name !== undefined) {
    const { api } = await connect(options, output, config.server);
    const params = { path: { id: config.project }, query: { name: [name] } };
    const [key] = bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params })).keys;
    if (!key) throw usageError(`the project has no key ${JSON.stringify(name)}`, `Search it: ${project}/keys`);
    url = `${url}/${key.id}`;
  }
  output.line(url);
  output.result({ open: { url }, exitCode: ExitCode.done });
  if (!options.print && !(await openInBrowser(url)))
    output.note('No browser could be started: open the address yourself.');
  return ExitCode.done;
}

/** Starts the browser of the user. @returns whether its program was found */
function openInBrowser(url: string): Promise<boolean> {
  const [program = '', ...args] =
    process.env.BROWSER !== undefined && process.env.BROWSER !== ''
      ? [process.env.BROWSER]
      : process.platform === 'darwin'
        ? ['open']
        : process.platform === 'win32'
          ? ['rundll32', 'url.dll,FileProtocolHandler']
          : ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
