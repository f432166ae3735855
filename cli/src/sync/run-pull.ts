import type { Run } from '../commands/command';
import { ExitCode } from '../exit-code';
import { printable } from '../history/text-lines';
import { countOf } from '../terminal/counts';
import type { Output } from '../terminal/output';
import { describeFile } from './file-name';
import { pull, pullConflictError, type PullResult } from './pull';
import { Session } from './session';

export interface PullCommandOptions {
  language?: string[];
  check?: boolean;
  prune?: boolean;
}

export function runPull({ options, output }: Run<PullCommandOptions>): Promise<ExitCode> {
  const { language: languages, check = false, prune } = options;
  return Session[check ? 'read' : 'run'](options, output, async (session) => {
    const result = await pull(session, { languages, check, prune });
    if (result.conflicts.length > 0) throw pullConflictError(result);
    printPull(result, check, output);
    const exitCode = check && writesOf(result).length > 0 ? ExitCode.found : ExitCode.done;
    output.result({ pull: jsonOf(result), exitCode });
    return exitCode;
  });
}

/** The result as `--json` shows it. */
export const jsonOf = ({ files, unplaced, revision }: PullResult) => ({ files, unplaced, revision });

const writesOf = ({ files }: PullResult) => files.filter(({ change }) => change !== 'gone');

export function printPull(result: PullResult, check: boolean, output: Output): void {
  for (const { path, change } of result.files) {
    if (change !== 'gone') output.line(`${printable(path)}  ${change}`);
    else output.note(`${printable(path)} is not in the project any more. "glossa pull --prune" deletes it.`);
  }
  const [first, ...others] = result.unplaced;
  if (first) {
    const what =
      others.length > 0 ? `${countOf(others.length + 1, 'file')}, such as ${describeFile(first)}` : describeFile(first);
    output.note(`not written: glossa.json has no path for ${what}`);
  }
  const count = writesOf(result).length;
  if (count === 0) output.line(`Nothing to pull: the files are at revision ${result.revision}.`);
  else output.line(`${check ? 'To pull' : 'Pulled'}: ${countOf(count, 'file')}. Revision ${result.revision}.`);
}
