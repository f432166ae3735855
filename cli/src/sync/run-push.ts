import type { Run } from '../commands/command';
import { ExitCode } from '../exit-code';
import { printable } from '../history/text-lines';
import { countOf } from '../terminal/counts';
import type { Output } from '../terminal/output';
import { conflictError } from './conflicts';
import { push, type PushedFile, type PushOptions, type PushResult } from './push';
import { Session } from './session';

export function runPush({ options, output }: Run<PushOptions>): Promise<ExitCode> {
  return Session[options.dryRun ? 'read' : 'run'](options, output, async (session) => {
    if (session.tree.findCandidates().length === 0) throw session.noFiles();
    const result = await push(session, options);
    if (result.conflictCount > 0) throw conflictError(result);
    printPush(result, options, output);
    output.result({ push: jsonOf(result), exitCode: ExitCode.done });
    return ExitCode.done;
  });
}

/** The result as `--json` shows it. */
export const jsonOf = ({
  files,
  added,
  changed,
  deletedKeys,
  removedTexts,
  createdLanguages,
  revision,
  warnings,
}: PushResult) => ({
  files,
  added,
  changed,
  deletedKeys,
  removedTexts,
  createdLanguages,
  revision,
  warnings,
});

export function printPush(result: PushResult, { dryRun = false }: PushOptions, output: Output): void {
  const { files, deletedKeys, removedTexts, createdLanguages, warnings } = result;
  for (const file of files) output.line(`${printable(file.path)}  ${describe(file)}`);
  if (deletedKeys > 0) output.line(`${countOf(deletedKeys, 'key')} deleted`);
  if (removedTexts > 0) output.line(`${countOf(removedTexts, 'text')} removed`);
  if (createdLanguages.length > 0) output.line(`Languages added to the project: ${createdLanguages.join(', ')}`);
  for (const warning of warnings.slice(0, 20)) output.note(`warning: ${printable(warning)}`);
  if (warnings.length > 20) output.note(`… and ${warnings.length - 20} more warnings`);
  if (files.length === 0) output.line('Nothing to push: no file has changed here.');
  else if (dryRun) output.line('Nothing was written: this was a dry run.');
  else
    output.line(
      `Pushed ${countOf(files.length, 'file')}: ${countOf(result.added, 'text')} added, ${result.changed} changed. Revision ${result.revision}.`,
    );
}

function describe({ added, changed, merged }: PushedFile): string {
  const counts = added === null || changed === null ? 'sent' : `${added} added, ${changed} changed`;
  return merged ? `${counts}; merged with changes of the server` : counts;
}
