import { ArchiveError } from './archive-error';

/** UTF-16 code units of a path. */
const MAX_PATH_LENGTH = 1_024;

/**
 * Checks the path of an archive's entry and removes a leading `./`. The service never writes a file under this name,
 * but a client may unpack an exported archive, and an import takes the language from the path.
 *
 * @throws ArchiveError for paths that leave the archive, absolute paths (`/etc`, `C:\`), backslashes and control
 *   characters
 */
export function checkPath(path: string): string {
  const refuse = (reason: string): never => {
    throw new ArchiveError('malformed_file', reason, path);
  };
  if (path === '') refuse('an entry has no name');
  if (path.length > MAX_PATH_LENGTH) refuse(`a name is longer than ${MAX_PATH_LENGTH} characters`);
  if (/\p{Cc}|\p{Surrogate}/u.test(path)) refuse('a name has a control character');
  if (path.includes('\\')) refuse('a name has a backslash');
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) refuse('a name is an absolute path');
  const segments = path.replace(/^(\.\/)+/, '').split('/');
  if (segments.includes('..')) refuse('a name leaves the archive');
  if (segments.slice(0, -1).some((segment) => segment === '' || segment === '.')) refuse('a name has an empty folder');
  return segments.join('/');
}
