import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../exit-code';
import { findPatternIssue } from '../files/path-pattern';

export const CONFIG_NAME = 'glossa.json';

/** A rule of glossa.json: files of one format whose paths have one pattern. */
export interface FileRule {
  path: string;
  /** Default: the only format with the extension of the path. */
  format?: string;
  options: FileOptions;
  /** The names of languages in paths. */
  languages: Record<string, string>;
  /** The language of the files, where the path has no place for it. */
  language?: string;
  /** The namespace of the files, where the path has no place for it. */
  namespace?: string;
}

/** Options of imports and exports that belong to files. */
export interface FileOptions {
  keySeparator?: string;
  columns?: string;
  empty?: string;
  state?: string;
  strict?: boolean;
  tags?: string[];
  untranslated?: string;
  minState?: string;
  arbNames?: string;
  escapeFormulas?: boolean;
  unwritable?: string;
}

/** The values that an option may have. */
const OPTIONS: Record<keyof FileOptions, 'string' | 'boolean' | 'strings' | readonly string[]> = {
  keySeparator: 'string',
  columns: 'string',
  empty: ['auto', 'skip', 'keep', 'clear'],
  state: ['draft', 'translated', 'reviewed'],
  strict: 'boolean',
  tags: 'strings',
  untranslated: ['omit', 'empty'],
  minState: ['translated', 'reviewed'],
  arbNames: ['keep', 'camel'],
  escapeFormulas: 'boolean',
  unwritable: ['refuse', 'skip'],
};

export interface Config {
  /** The file. */
  path: string;
  /** Its name without `.json`, which its lock and its journal have too: a folder may have several configurations. */
  name: string;
  /** Its folder, below which all files are. */
  folder: string;
  server?: string;
  project: string;
  files: FileRule[];
}

/** Finds glossa.json in a folder or in one above it. */
function findConfig(folder: string): string | undefined {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const path = join(current, CONFIG_NAME);
    if (existsSync(path)) return path;
    if (dirname(current) === current) return undefined;
  }
}

/** @param option the file that the option `--config` names. @throws CommandError */
export function loadConfig(option: string | undefined, folder = process.cwd()): Config {
  const path = option === undefined ? findConfig(folder) : resolve(folder, option);
  if (path === undefined) throw usageError(`there is no ${CONFIG_NAME} here`, 'Run "glossa init" to make one.');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw usageError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return { path, name: basename(path, '.json'), folder: dirname(path), ...parseConfig(text, path) };
}

/** Loads the configuration for a command that works without one too. @throws CommandError */
export const loadConfigIfAny = (option: string | undefined): Config | undefined =>
  option !== undefined || findConfig(process.cwd()) !== undefined ? loadConfig(option) : undefined;

function parseConfig(text: string, path: string): Pick<Config, 'server' | 'project' | 'files'> {
  const fail = (place: string, problem: string): never => {
    throw usageError(`${path}: ${place === '' ? '' : `${place} `}${problem}`, 'docs/cli.md describes the file.');
  };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    fail('', `is no JSON: ${(error as Error).message}`);
  }
  const check = new Check(fail);
  const { server, project, files } = check.object(value, '', ['$schema', 'server', 'project', 'files']);
  if (!Array.isArray(files) || files.length === 0) return fail('files', 'must be a list with at least one rule');
  return {
    ...(server !== undefined && { server: check.string(server, 'server') }),
    project: check.string(project, 'project'),
    files: files.map((file, index) => check.rule(file, `files[${index}]`)),
  };
}

/** Returns a hash of rules, which is another one after any change of them. */
export function hashOfRules(rules: readonly FileRule[]): string {
  const sorted = rules.map(({ options, languages, path, format, language, namespace }) => {
    return [path, format, language, namespace, sortedEntries(options), sortedEntries(languages)];
  });
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

const sortedEntries = (members: object): [string, unknown][] =>
  Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1));

type Fail = (place: string, problem: string) => never;

class Check {
  constructor(private readonly fail: Fail) {}

  object(value: unknown, place: string, members?: readonly string[]): Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.fail(place, 'must be an object');
    const unknown = members && Object.keys(value).find((name) => !members.includes(name));
    if (unknown !== undefined)
      this.fail(place, `has the unknown member "${unknown}"; there are ${members?.join(', ')}`);
    return value as Record<string, unknown>;
  }

  string(value: unknown, place: string): string {
    if (typeof value !== 'string' || value === '') return this.fail(place, 'must be a text');
    return value;
  }

  rule(value: unknown, place: string): FileRule {
    const members = ['path', 'format', 'options', 'languages', 'language', 'namespace'];
    const rule = this.object(value, place, members);
    const path = this.string(rule.path, `${place}.path`);
    const issue = findPatternIssue(path);
    if (issue !== undefined) this.fail(`${place}.path`, issue);
    const text = (name: string): string | undefined =>
      rule[name] === undefined ? undefined : this.string(rule[name], `${place}.${name}`);
    const [format, language, namespace] = [text('format'), text('language'), text('namespace')];
    if (language !== undefined && /\{(?!namespace\})/.test(path))
      this.fail(`${place}.language`, 'is only for a path without a place for the language');
    if (namespace !== undefined && path.includes('{namespace}'))
      this.fail(`${place}.namespace`, 'is only for a path without {namespace}');
    const languages = Object.entries(this.object(rule.languages ?? {}, `${place}.languages`));
    return {
      path,
      ...(format !== undefined && { format }),
      ...(language !== undefined && { language }),
      ...(namespace !== undefined && { namespace }),
      languages: Object.fromEntries(
        languages.map(([tag, name]) => [tag, this.string(name, `${place}.languages["${tag}"]`)]),
      ),
      options: this.options(rule.options ?? {}, `${place}.options`),
    };
  }

  private options(value: unknown, place: string): FileOptions {
    const options = this.object(value, place, Object.keys(OPTIONS));
    for (const [name, option] of Object.entries(options)) {
      const kind = OPTIONS[name as keyof FileOptions];
      const isValid =
        kind === 'strings'
          ? Array.isArray(option) && option.every((item) => typeof item === 'string')
          : typeof kind === 'string'
            ? typeof option === kind
            : kind.includes(option as string);
      const expected = typeof kind === 'string' ? `a ${kind}` : `one of ${kind.join(', ')}`;
      if (!isValid) this.fail(`${place}.${name}`, `must be ${kind === 'strings' ? 'a list of texts' : expected}`);
    }
    return options;
  }
}
