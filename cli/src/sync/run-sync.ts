import type { Run } from '../commands/command';
import { ExitCode } from '../exit-code';
import { pull, pullConflictError } from './pull';
import { conflictError } from './conflicts';
import { push, type PushOptions } from './push';
import { jsonOf as pullJson, printPull } from './run-pull';
import { jsonOf as pushJson, printPush } from './run-push';
import { Session } from './session';

export function runSync({ options, output }: Run<PushOptions>): Promise<ExitCode> {
  return Session.run(options, output, async (session) => {
    const pushed = await push(session, options);
    if (pushed.conflictCount > 0) throw conflictError(pushed);
    printPush(pushed, options, output);
    const pulled = await pull(session, { check: options.dryRun });
    if (pulled.conflicts.length > 0) throw pullConflictError(pulled);
    printPull(pulled, options.dryRun ?? false, output);
    output.result({ push: pushJson(pushed), pull: pullJson(pulled), exitCode: ExitCode.done });
    return ExitCode.done;
  });
}
