import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';

interface LockedPackage {
  version?: string;
  resolved?: string;
  link?: boolean;
  engines?: { node?: string } | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(__dirname, '..', path), 'utf8'));

/** The oldest Node that package.json allows. */
const OLDEST_NODE = '20.19.0';

// The second package has the generators of clients.
describe.each(['', 'test/openapi/clients/'])('%spackage-lock.json', (folder) => {
  const { packages } = read(`${folder}package-lock.json`) as { packages: Record<string, LockedPackage> };

  it(`holds only packages that support Node ${OLDEST_NODE}, so that npm ci warns of none`, () => {
    const refused = Object.entries(packages)
      .filter(([, { engines }]) => !satisfies(OLDEST_NODE, nodeRange(engines)))
      .map(([path, { version }]) => `${path} ${version}`);
    expect(refused).toEqual([]);
  });

  it('allows the same Node as package.json', () => {
    const { engines } = read(`${folder}package.json`) as { engines: { node: string } };
    expect(satisfies(OLDEST_NODE, engines.node)).toBe(true);
    expect(satisfies('20.18.3', engines.node)).toBe(false);
  });

  // A release whose packages for other platforms are missing in the registry is installed, but npm ci refuses the lock
  // file.
  it('holds each package that another one asks for, so that npm ci accepts it', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isInstalledFor(packages, path, name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('holds no address of a registry', () => {
    const addresses = Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && !link);
    expect(addresses).toEqual([]);
  });
});

/** Old packages list engines as an array, which npm ignores. */
function nodeRange(engines: LockedPackage['engines']): string {
  return (Array.isArray(engines) ? undefined : engines?.node) ?? '*';
}

/** Whether Node finds a package from the folder of another one. */
function isInstalledFor(packages: Record<string, LockedPackage>, path: string, name: string): boolean {
  const parents = path.split(/(?=\/node_modules\/)/);
  return Array.from({ length: parents.length + 1 }, (_, depth) => parents.slice(0, depth).join('')).some(
    (folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined,
  );
}
