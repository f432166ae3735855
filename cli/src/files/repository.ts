import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Returns the folder of the git repository that a folder is in; the folder itself where it is in none. */
function repositoryOf(folder: string): string {
  for (let at = resolve(folder), up = dirname(at); ; at = up, up = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (up === at) return folder;
  }
}

/** Tells whether a path without symbolic links is in the git repository of a folder. */
export function isInRepository(folder: string, realPath: string): boolean {
  return `${realPath}${sep}`.startsWith(`${realpathSync(repositoryOf(folder))}${sep}`);
}

/** Returns the path of a file from the root of the git repository, with `/`. @param path below the folder, with `/` */
export function pathInRepository(folder: string, path: string): string {
  const prefix = relative(repositoryOf(folder), folder).replaceAll(sep, '/');
  return prefix === '' ? path : `${prefix}/${path}`;
}
