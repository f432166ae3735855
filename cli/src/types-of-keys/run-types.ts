import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { bodyOf } from '../api/client';
import type { Run } from '../commands/command';
import type { FileRule } from '../config/config';
import { openRepository, type Repository } from '../config/connect';
import { ExitCode, usageError } from '../exit-code';
import { readIfFile } from '../files/read-file';
import { digestOf, withLineEndsOf } from '../files/text-bytes';
import { declareFormatjs, declareI18next, declareNextIntl, type Messages } from './declarations';

export interface TypesOptions {
  out?: string;
  check?: boolean;
  defaultNamespace?: string;
}

type Library = 'i18next' | 'next-intl' | 'formatjs';

/** The formats of files that a library reads and whose names have a separator. */
const NESTED_FORMATS: Record<Library, readonly string[]> = {
  i18next: ['i18next'],
  'next-intl': ['icu-json', 'json-nested'],
  formatjs: [],
};

const DEFAULT_SEPARATOR = '.';

export async function runTypes({ args, options, output }: Run<TypesOptions>): Promise<ExitCode> {
  const library = args[0] as Library;
  const { out, check = false, defaultNamespace } = options;
  if (check && out === undefined) throw usageError('--check compares the file of --out', 'Add --out <file>.');
  if (defaultNamespace !== undefined && library !== 'i18next')
    throw usageError(`--default-namespace is for i18next, not for ${library}`);
  const repository = await openRepository(options, output);
  output.progress('Reading the texts of the source language …');
  const text = await declare(library, repository, defaultNamespace);
  if (out === undefined) {
    if (!options.json) output.raw(text);
    output.result({ types: { library, text }, exitCode: ExitCode.done });
    return ExitCode.done;
  }
  const path = resolve(out);
  const [bytes, present] = [Buffer.from(text), readIfFile(path)];
  const isCurrent = present !== undefined && digestOf(present) === digestOf(bytes);
  if (!isCurrent && !check) write(path, withLineEndsOf(bytes, present));
  const exitCode = !isCurrent && check ? ExitCode.found : ExitCode.done;
  output.line(isCurrent ? `${out} is up to date.` : check ? `${out} is not up to date.` : `Wrote ${out}.`);
  output.result({ types: { library, out, changed: !isCurrent }, exitCode });
  return exitCode;
}

async function declare(library: Library, repository: Repository, defaultNamespace?: string): Promise<string> {
  const { api, config } = repository;
  const answer = await api.GET('/api/v1/projects/{id}', { params: { path: { id: config.project } } });
  const { sourceLanguage, targetLanguages } = bodyOf(answer).project;
  const languages = [sourceLanguage, ...targetLanguages];
  const keySeparator = separatorOf(library, config.files);
  if (library === 'formatjs') return declareFormatjs(await readMessages(repository, 'json', sourceLanguage), languages);
  if (library === 'next-intl')
    return declareNextIntl(await readMessages(repository, 'json-nested', sourceLanguage, { keySeparator }), languages);
  const namespaces = new Map<string, Messages>();
  if (!config.files.some(({ path }) => path.includes('{namespace}'))) {
    namespaces.set(
      defaultNamespace ?? 'translation',
      await readMessages(repository, 'i18next', sourceLanguage, { keySeparator }),
    );
  } else
    for (const name of await readNamespaces(repository)) {
      const messages = await readMessages(repository, 'i18next', sourceLanguage, { namespace: name, keySeparator });
      namespaces.set(name === '' ? (defaultNamespace ?? 'translation') : name, messages);
    }
  return declareI18next(namespaces, { defaultNamespace, keySeparator });
}

/** Returns the separator of names in the files of a library; undefined: the default. @throws CommandError if rules have several */
function separatorOf(library: Library, rules: readonly FileRule[]): string | undefined {
  const ofLibrary = rules.filter(({ format }) => format !== undefined && NESTED_FORMATS[library].includes(format));
  const separators = [...new Set(ofLibrary.map(({ options }) => options.keySeparator ?? DEFAULT_SEPARATOR))];
  if (separators.length > 1)
    throw usageError(
      `the rules of ${library} in glossa.json have several values of keySeparator: ${separators.map((each) => JSON.stringify(each)).join(', ')}`,
      'The types of a library have one. Give the rules the same.',
    );
  return separators[0] === DEFAULT_SEPARATOR ? undefined : separators[0];
}

async function readNamespaces({ api, config }: Repository): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null | undefined; ;) {
    const params = { path: { id: config.project }, query: { limit: 1_000, ...(cursor && { cursor }) } };
    const page = bodyOf(await api.GET('/api/v1/projects/{id}/namespaces', { params }));
    names.push(...page.namespaces.map(({ name }) => name));
    cursor = page.nextCursor;
    if (!cursor) return names;
  }
}

async function readMessages(
  { api, config }: Repository,
  format: 'json' | 'json-nested' | 'i18next',
  language: string,
  { namespace, keySeparator }: { namespace?: string; keySeparator?: string } = {},
): Promise<Messages> {
  const part = namespace === undefined ? {} : { namespace, stripNamespace: true };
  const query = { format, language: [language], layout: 'canonical' as const, keySeparator, ...part };
  const params = { path: { id: config.project }, query };
  return bodyOf(await api.GET('/api/v1/projects/{id}/export', { params, parseAs: 'json' })) as unknown as Messages;
}

function write(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } catch (error) {
    throw usageError(`${path} cannot be written: ${(error as Error).message}`);
  }
}
