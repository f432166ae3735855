import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { usageError } from '../exit-code';
import { printable } from '../history/text-lines';

/** Returns the folder of the git repository that a folder is in; the folder itself where it is in none. */
function repositoryOf(folder: string): string {
  for (let at = resolve(folder), up = dirname(at); ; at = up, up = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (up === at) return folder;
  }
}

/** Returns the path of the git repository of a folder, without symbolic links. */
export const realRootOf = (folder: string): string => realpathSync(repositoryOf(folder));

/** @param root and @param realPath without symbolic links */
export const isBelow = (root: string, realPath: string): boolean => `${realPath}${sep}`.startsWith(`${root}${sep}`);

/** Returns where a path leads that leads out of the repository by a symbolic link. @param path below the folder */
function findOutside(folder: string, path: string, root: string): string | undefined {
  let place = join(folder, path);
  while (!existsSync(place)) place = dirname(place);
  const real = realpathSync(place);
  return isBelow(root, real) ? undefined : real;
}

/** Returns whether a path leads out of the git repository of its folder by a symbolic link. @param path below the folder */
export const leadsOut = (folder: string, path: string, root = realRootOf(folder)): boolean =>
  findOutside(folder, path, root) !== undefined;

/** Refuses a path that leads out of the git repository of its folder. @param path below the folder. @throws CommandError */
export function assertInRepository(folder: string, path: string, root = realRootOf(folder)): void {
  const outside = findOutside(folder, path, root);
  if (outside === undefined) return;
  throw usageError(
    `${printable(path)} leads out of the repository by a symbolic link, to ${printable(outside)}`,
    'No file here was changed. Put a file in place of the link.',
  );
}

/** Returns the path of a file from the root of the git repository, with `/`. @param path below the folder, with `/` */
export function pathInRepository(folder: string, path: string): string {
  const prefix = relative(repositoryOf(folder), folder).replaceAll(sep, '/');
  return prefix === '' ? path : `${prefix}/${path}`;
}
