import { join } from 'node:path';
import { type Api, bodyOf, RefusedError } from '../api/client';
import { CommandError, toCommandError } from '../exit-code';
import type { SentFiles } from '../files/journal';
import { readIfFile } from '../files/read-file';
import { digestOf } from '../files/text-bytes';
import { printable } from '../history/text-lines';
import type { Output } from '../terminal/output';
import type { PushResult } from './push';

/**
 * Names the revisions of an earlier push that ended between the import and the new lock, if a file was edited since. A file that
 * was set back to its former content looks unchanged, and the next pull brings the text that was sent; nothing here tells whether
 * the text was set back because of the interrupted push, or another branch is checked out.
 */
export async function reportInterruptedPush(
  sent: SentFiles,
  { api, folder, project }: { api: Api; folder: string; project: string },
  output: Output,
): Promise<void> {
  const edited = sent.files.filter(({ path, sha256 }) => {
    const bytes = readIfFile(join(folder, path));
    return bytes === undefined || digestOf(bytes) !== sha256;
  });
  for (const revision of edited.length > 0 ? await importsSince(api, project, sent.revision, output) : [])
    output.note(
      `The last push was interrupted after the server had imported its files, as revision ${revision}. "glossa undo ${revision}" takes it back.`,
    );
}

/** Returns the revisions of the imports of this API key after a revision. An API key that may not read the changes gets a note instead. */
async function importsSince(api: Api, project: string, revision: number, output: Output): Promise<number[]> {
  try {
    const { apiKey } = bodyOf(await api.GET('/api/v1/me'));
    const query = { since: String(revision + 1), action: 'import' as const, ...(apiKey && { apiKeyId: apiKey.id }) };
    const params = { path: { id: project }, query };
    const { changes } = bodyOf(await api.GET('/api/v1/projects/{id}/changes', { params }));
    return changes.map((change) => change.revision);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    output.note('The last push was interrupted: the server may have imported its files.');
    return [];
  }
}

/** Files that the error of a push lists. */
const MAX_LISTED = 20;

/** Returns the error of a push that failed after the server had imported files, with the names of these files. */
export function errorAfterImport(error: unknown, { files, revision }: PushResult): CommandError {
  const { exitCode, message, hint = '', details } = toCommandError(error);
  const paths = files.map(({ path }) => path);
  const more = paths.length > MAX_LISTED ? ` and ${paths.length - MAX_LISTED} more` : '';
  const sent = `${paths.slice(0, MAX_LISTED).map(printable).join(', ')}${more}`;
  const imported = `Before, ${sent} became the revision ${revision}. The next push of the same files finishes the work.`;
  return new CommandError(exitCode, message, `${imported}\n${hint}`.trim(), {
    ...details,
    imported: { paths, revision },
  });
}
