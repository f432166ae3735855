import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The Debian packages whose programs read our files, each with a file that it installs. */
const PACKAGES = {
  aapt: '/usr/bin/aapt2',
  'android-framework-res': '/usr/share/android-framework-res/framework-res.apk',
  'default-jdk-headless': '/usr/bin/javac',
  gettext: '/usr/bin/msgfmt',
  'gnustep-base-runtime': '/usr/bin/plmerge',
  'libicu4j-java': '/usr/share/java/icu4j.jar',
  'libxml2-utils': '/usr/bin/xmllint',
  'php-cli': '/usr/bin/php',
  python3: '/usr/bin/python3',
  'python3-lxml': '/usr/lib/python3/dist-packages/lxml/__init__.py',
  'python3-openpyxl': '/usr/lib/python3/dist-packages/openpyxl/__init__.py',
  'python3-ruamel.yaml': '/usr/lib/python3/dist-packages/ruamel/yaml/__init__.py',
  pgbouncer: '/usr/sbin/pgbouncer',
  'python3-translate': '/usr/lib/python3/dist-packages/translate/__init__.py',
  'python3-yaml': '/usr/lib/python3/dist-packages/yaml/__init__.py',
  'qt6-l10n-tools': '/usr/lib/qt6/bin/lconvert',
  'ruby-i18n': '/usr/share/doc/ruby-i18n/copyright',
} as const;

export type DebianPackage = keyof typeof PACKAGES;

const SCRIPTS = join(__dirname, 'scripts');
const ICU4J = PACKAGES['libicu4j-java'];

/**
 * Describes tests that need Debian packages. If a package is missing, the tests are skipped and their name contains the
 * missing package; in CI they fail instead.
 */
export function describeWith(packages: readonly DebianPackage[], name: string, body: () => void): void {
  const missing = packages.filter((name) => !existsSync(PACKAGES[name]));
  if (missing.length === 0) return describe(name, body);
  const install = `apt-get install ${missing.join(' ')}`;
  if (process.env.CI === 'true') {
    it(`${name}: has its Debian packages`, () => {
      throw new Error(`missing: ${install}`);
    });
  } else {
    describe.skip(`${name} (skipped: ${install})`, body);
  }
}

/** Writes a file into a temporary folder, which is deleted after use. */
export function withFile<T>(name: string, content: string | Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'glossa-oracle-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, content);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The limits of a program: milliseconds, and bytes of output. Files may be built to exhaust a program's resources. */
const LIMITS = { timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };

/**
 * Runs a program and returns its output.
 *
 * @throws Error with the program's error output
 */
export function run(program: string, parameters: readonly string[], input?: string): string {
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' };
  return execFileSync(program, parameters, {
    input,
    encoding: 'utf8',
    env: environment,
    ...LIMITS,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs a script of this folder with Debian's Python and returns the JSON that it prints. */
export const python = (script: string, ...parameters: string[]): unknown =>
  JSON.parse(run('/usr/bin/python3', [join(SCRIPTS, script), ...parameters]));

export const script = (name: string): string => join(SCRIPTS, name);

/** Options of programs that run for less than a second. */
const JAVA_OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];

/** Runs a program of this folder that is written in Java, with ICU4J, and returns its output. */
export const java = (program: string, parameters: readonly string[], input?: string): string =>
  run('java', [...JAVA_OPTIONS, '-cp', [classesOf(program), ICU4J].join(delimiter), program, ...parameters], input);

/**
 * Returns the folder with the classes of a program, which are kept as long as its source is the same: Java would compile a source
 * file in each run, which takes eight times as long as most runs.
 */
function classesOf(program: string): string {
  const source = script(`${program}.java`);
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `glossa-oracle-${program}-${hash}`);
  if (existsSync(folder)) return folder;
  const unfinished = mkdtempSync(`${folder}-`);
  run('javac', ['-cp', ICU4J, '-d', unfinished, source]);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
