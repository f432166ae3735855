import { CommandError, ExitCode } from '../exit-code';
import { printable } from '../history/text-lines';
import type { Conflict, ImportResult } from './import';
import type { PushResult } from './push';

/** A conflict, with the file that has the text. */
export type FileConflict = Conflict & { path: string | null };

/** Conflicts about what the API key may not do, in which no rule takes the text of the file. */
const isForbidden = ({ reason }: Conflict): boolean => reason.endsWith('_not_allowed');

/** Returns the conflicts of a dry run for which the import would be refused: all of them if an older server does not count these. */
export function openConflicts({ details }: ImportResult): { conflicts: Conflict[]; conflictCount: number } {
  const { conflicts = [], conflictCount = 0, openConflictCount = conflictCount } = details ?? {};
  return { conflicts: conflicts.slice(0, openConflictCount), conflictCount: openConflictCount };
}

const show = (text: string | null): string => (text === null ? 'no text' : printable(JSON.stringify(text)));

/** Whether the files lack the key. */
const isDeleted = ({ reason }: Conflict): boolean => reason === 'deleted' || reason === 'delete_not_allowed';

function describe(conflict: FileConflict): string {
  const { path, name, language, base, file, now, reason, texts = [] } = conflict;
  if (isDeleted(conflict)) {
    const changes = texts.map((text) => `\n    ${text.language}: ${show(text.base)} -> ${show(text.now)}`);
    const what = reason === 'deleted' ? 'changed on the server' : 'which the API key may not do';
    return `\n  ${printable(name)}: deleted here, ${what}${changes.join('')}`;
  }
  const lines = [`last in step: ${show(base)}`, `the file:     ${show(file)}`, `the server:   ${show(now)}`];
  const what = reason === 'text' ? '' : ` (${reason})`;
  const place = path === null ? '' : `${printable(path)}: `;
  return `\n  ${place}${printable(name)}${language === null ? '' : ` [${language}]`}${what}\n    ${lines.join('\n    ')}`;
}

/** Conflicts end a command. @throws CommandError */
export function conflictError({ conflicts, conflictCount, isWritten, files, revision }: PushResult): CommandError {
  const texts = conflicts.slice(0, 20).map(describe);
  const more = conflictCount > texts.length ? `\n  … and ${conflictCount - texts.length} more` : '';
  const [one, many] = conflicts.some(isDeleted) ? ['a key or text', 'keys or texts'] : ['a text', 'texts'];
  const were = conflictCount === 1 ? `${one} was` : `${conflictCount} ${many} were`;
  const sent = files.map(({ path }) => printable(path)).join(', ');
  const written = isWritten
    ? `Before, ${sent} became the revision ${revision}. Nothing else was written.`
    : 'Nothing was written.';
  const forbidden = conflicts.some(isForbidden)
    ? ' What the API key may not change, only "--conflict keep" leaves out.'
    : '';
  const ways = [
    conflicts.some((conflict) => !isDeleted(conflict)) && 'write the text of the server into the file',
    conflicts.some(isDeleted) && 'put a deleted key back into the files',
  ];
  const wayOut = ways
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase());
  return new CommandError(
    ExitCode.conflict,
    `${were} changed here${conflicts.every(isForbidden) ? ', which the API key may not change' : ' and on the server'}:${texts.join('')}${more}`,
    `${written} ${wayOut}, or choose for all: "glossa push --conflict overwrite" takes the texts of the files, "--conflict keep" takes the texts of the server.${forbidden}`,
    { conflicts, conflictCount },
  );
}
