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

/** Conflicts end a command. @throws CommandError */
export function conflictError({ conflicts, conflictCount, isWritten, files, revision }: PushResult): CommandError {
  const texts = conflicts.slice(0, 20).map(({ path, name, language, base, file, now, reason }) => {
    const show = (text: string | null): string => (text === null ? 'no text' : printable(JSON.stringify(text)));
    const lines = [`last in step: ${show(base)}`, `the file:     ${show(file)}`, `the server:   ${show(now)}`];
    const what = reason === 'text' ? '' : ` (${reason})`;
    const place = path === null ? '' : `${printable(path)}: `;
    return `\n  ${place}${printable(name)}${language === null ? '' : ` [${language}]`}${what}\n    ${lines.join('\n    ')}`;
  });
  const more = conflictCount > texts.length ? `\n  … and ${conflictCount - texts.length} more` : '';
  const were = conflictCount === 1 ? 'a text was' : `${conflictCount} texts were`;
  const sent = files.map(({ path }) => printable(path)).join(', ');
  const written = isWritten
    ? `Before, ${sent} became the revision ${revision}. Nothing else was written.`
    : 'Nothing was written.';
  const forbidden = conflicts.some(isForbidden)
    ? ' What the API key may not change, only "--conflict keep" leaves out.'
    : '';
  return new CommandError(
    ExitCode.conflict,
    `${were} changed here${conflicts.every(isForbidden) ? ', which the API key may not change' : ' and on the server'}:${texts.join('')}${more}`,
    `${written} Write the text of the server into the file, or choose for all: "glossa push --conflict overwrite" takes the texts of the files, "--conflict keep" takes the texts of the server.${forbidden}`,
    { conflicts, conflictCount },
  );
}
