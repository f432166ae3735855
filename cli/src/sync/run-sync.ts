import type { Run } from '../commands/command';
import { ExitCode } from '../exit-code';
import { pull, pullConflictError } from './pull';
import { conflictError } from './conflicts';
import { push, type PushOptions, type PushResult } from './push';
import { jsonOf as pullJson, printPull } from './run-pull';
import { jsonOf as pushJson, printPush } from './run-push';
import { Session } from './session';

export function runSync({ options, output }: Run<PushOptions>): Promise<ExitCode> {
  return Session[options.dryRun ? 'read' : 'run'](options, output, async (session) => {
    const { dryRun = false } = options;
    const pushed = await push(session, options);
    if (pushed.conflictCount > 0) throw conflictError(pushed);
    if (!dryRun) printPush(pushed, options, output);
    const pulled = await pull(session, dryRun ? { check: true, pushed: pathsOf(pushed) } : {});
    if (pulled.conflicts.length > 0) throw pullConflictError(pulled);
    for (const file of pushed.files) if (pulled.mergedByPush.includes(file.path)) file.merged = true;
    if (dryRun) printPush(pushed, options, output);
    printPull(pulled, dryRun, output);
    output.result({ push: pushJson(pushed), pull: pullJson(pulled), exitCode: ExitCode.done });
    return ExitCode.done;
  });
}

const pathsOf = ({ files }: PushResult): ReadonlySet<string> => new Set(files.map(({ path }) => path));
