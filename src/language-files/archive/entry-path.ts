import { ArchiveError } from './archive-error';

/** UTF-16 code units of a path. */
export const MAX_PATH_LENGTH = 1_024;

/**
 * A path of an archive, relative and with `/`; a leading `./` is left out. Nothing here is ever written to a disk under that
 * name, but who unpacks the archive elsewhere may do so, and a path that lies is no path to take a language from.
 *
 * @throws ArchiveError for paths that leave the archive, absolute ones (`/etc`, `C:\`), backslashes and control characters
 */
export function checkedPath(path: string): string {
  const refuse = (why: string): never => {
    throw new ArchiveError('malformed_file', why, path);
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
