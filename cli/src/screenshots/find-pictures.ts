import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../exit-code';
import { printable } from '../history/text-lines';

/** The largest file that the server accepts. */
const MAX_BYTES = 10 * 1_048_576;
const PICTURE = /\.(?:png|jpe?g|webp)$/i;
const NUMBERS = ['x', 'y', 'width', 'height'] as const;

/** Where a key is shown in a picture, in pixels. */
export interface NamedRegion {
  /** The name of the key. */
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of a folder. */
export interface LocalPicture {
  /** As it is shown: the folder of the command line, and the path in it. */
  path: string;
  sha256: string;
  /** Undefined: there is no file with regions beside it. */
  regions?: NamedRegion[];
}

/** Finds the pictures of a folder and of the folders in it, in the order of their paths. @throws CommandError */
export function findPictures(folder: string): LocalPicture[] {
  const paths = pathsIn(folder).filter((path) => PICTURE.test(path));
  if (paths.length === 0) throw usageError(`there is no PNG, JPEG or WebP file in ${printable(folder)}`);
  const [byRegions, byHash] = [new Map<string, string>(), new Map<string, string>()];
  return paths.map((path) => {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw usageError(`${printable(path)} is larger than 10 MiB`);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    const regionsPath = path.replace(PICTURE, '.json');
    assertOwn(byHash, sha256, path, 'are the same picture');
    if (!existsSync(regionsPath)) return { path, sha256 };
    assertOwn(byRegions, regionsPath, path, `would both have the regions of ${printable(regionsPath)}`);
    return { path, sha256, regions: readRegions(regionsPath) };
  });
}

function pathsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    throw usageError(`${printable(folder)} is no folder that can be read`);
  }
}

/** @throws CommandError if another picture has the value */
function assertOwn(owners: Map<string, string>, value: string, path: string, what: string): void {
  const other = owners.get(value);
  if (other !== undefined) throw usageError(`${printable(other)} and ${printable(path)} ${what}`);
  owners.set(value, path);
}

/** @throws CommandError with the place of what is wrong */
function readRegions(path: string): NamedRegion[] {
  const wrong = (reason: string) =>
    usageError(
      `${printable(path)}: ${reason}`,
      'It is [{"key": "home.title", "x": 24, "y": 16, "width": 180, "height": 40}].',
    );
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw wrong(`no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(value)) throw wrong('no list of regions');
  return value.map((region: unknown, index): NamedRegion => {
    if (typeof region !== 'object' || region === null) throw wrong(`region ${index} is no object`);
    const { key, ...numbers } = region as Record<string, unknown>;
    if (typeof key !== 'string') throw wrong(`region ${index} has no "key" with the name of a key`);
    const unknown = Object.keys(numbers).find((name) => !(NUMBERS as readonly string[]).includes(name));
    if (unknown !== undefined) throw wrong(`region ${index} has an unknown member ${JSON.stringify(unknown)}`);
    for (const name of NUMBERS) {
      if (!Number.isInteger(numbers[name])) throw wrong(`region ${index} has no whole number "${name}"`);
    }
    return region as NamedRegion;
  });
}
