import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
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
export function isBelow(root: string, realPath: string): boolean {
  const path = relative(root, realPath);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Returns why a path is not used. @param root of its repository. @param real where it leads, outside of the root */
export function reasonOutside(root: string, real: string): string {
  const name = existsSync(join(root, '.git')) ? 'the repository' : `${printable(root)}, which is in no git repository,`;
  return `leads out of ${name} by a symbolic link, to ${printable(real)}`;
}

/** Returns where a path leads that leads out of the repository by a symbolic link. @param path below the folder */
export function findOutside(folder: string, path: string, root = realRootOf(folder)): string | undefined {
  let place = join(folder, path);
  while (!existsSync(place)) place = dirname(place);
  const real = realpathSync(place);
  return isBelow(root, real) ? undefined : real;
}

/** Refuses a path that leads out of the git repository of its folder. @param path below the folder. @throws CommandError */
export function assertInRepository(folder: string, path: string, root = realRootOf(folder)): void {
  const outside = findOutside(folder, path, root);
  if (outside === undefined) return;
  throw usageError(
    `${printable(path)} ${reasonOutside(root, outside)}`,
    'No file here was changed. Put a file in place of the link.',
  );
}

/** Returns the path of a file from the root of the git repository, with `/`. @param path below the folder, with `/` */
export function pathInRepository(folder: string, path: string): string {
  const prefix = relative(repositoryOf(folder), folder).replaceAll(sep, '/');
  return prefix === '' ? path : `${prefix}/${path}`;
}
