import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Api, bodyOf } from '../api/client';
import type { Run } from '../commands/command';
import type { InitOptions } from '../commands/init';
import { CONFIG_NAME, loadConfig } from '../config/config';
import { connect } from '../config/connect';
import { ExitCode, usageError } from '../exit-code';
import { lockNameOf } from '../lock/lock-file';
import { ask, canAsk } from '../terminal/ask';
import type { Output } from '../terminal/output';
import { detectFiles } from './detect';
import { type Proposals, proposeRules, type ProposedRule } from './propose-rules';

export async function runInit({ options, output }: Run<InitOptions>): Promise<ExitCode> {
  const folder = process.cwd();
  const path = resolve(folder, options.config ?? CONFIG_NAME);
  const isConfigured = existsSync(path);
  if (isConfigured && !options.dryRun)
    throw usageError(`${path} exists`, 'Edit it, or delete it and run "glossa init" again.');
  const isAsked = !options.yes && !options.dryRun && !options.json;
  if (isAsked && !canAsk()) throw usageError('there is no terminal to ask on', 'Run "glossa init --yes".');
  const { server, api } = await connect(options, output, isConfigured ? loadConfig(path).server : undefined);
  output.line(`Server: ${server}`);
  const proposals = await propose(api, folder, options, output);
  if (proposals.proposals.length === 0)
    throw usageError(
      'no language files were found',
      'Write glossa.json by hand (docs/cli.md), or put a first file where it belongs: locales/en.json.',
    );
  print(proposals, output);
  const files = proposals.proposals.flatMap(({ rules }) => rules);
  if (options.dryRun) {
    output.result({ init: { server, ...proposals, files }, exitCode: ExitCode.done });
    return ExitCode.done;
  }
  if (isAsked && !/^y(es)?$/i.test(await ask('Write this into glossa.json? ', 'yes')))
    throw usageError('nothing was written', 'Options change the result: "glossa init --help".');
  const project = await findProject(api, folder, options, proposals, isAsked);
  await writeConfig(path, { ...schemaReference(folder), server, project: project.id, files });
  output.line(`${project.isNew ? 'Made' : 'Took'} the project "${project.name}" and wrote ${basename(path)}.`);
  output.line(
    `Next: "glossa push" sends the texts. Commit ${basename(path)} and ${lockNameOf(basename(path, '.json'))}.`,
  );
  output.result({ init: { server, ...proposals, files, project }, exitCode: ExitCode.done });
  return ExitCode.done;
}

async function propose(api: Api, folder: string, options: InitOptions, output: Output): Promise<Proposals> {
  const { formats } = bodyOf(await api.GET('/api/v1/formats'));
  const usable = formats.filter((format) => format.import && format.export);
  if (options.format !== undefined && !usable.some(({ id }) => id === options.format))
    throw usageError(
      `there is no format "${options.format}"`,
      `The server has ${usable.map(({ id }) => id).join(', ')}.`,
    );
  const { found, others } = await detectFiles(api, folder, usable, options.sourceLanguage, output);
  const { format: wanted } = options;
  const dialect = wanted === undefined ? jsonDialect(folder) : { nested: wanted, flat: wanted };
  const isJson = usable.some(({ id, extensions }) => id === dialect?.nested && extensions.includes('json'));
  const chosen = [...found, ...others].map((file) => {
    if (isJson && file.format === 'json-nested') return { ...file, format: dialect?.nested ?? null };
    if (isJson && file.format === 'json') return { ...file, format: dialect?.flat ?? null };
    return wanted !== undefined && file.candidates.includes(wanted) ? { ...file, format: wanted } : file;
  });
  return proposeRules(chosen, usable, options.sourceLanguage);
}

/** Files of JSON look the same in all libraries; the dependencies of the project say which one reads them. */
const LIBRARIES: readonly [dependency: RegExp, format: string, flat: string][] = [
  [/^(?:next-intl|use-intl)$/, 'icu-json', 'icu-json'],
  // These libraries do not nest names.
  [/^(?:react-intl|@formatjs\/.*)$/, 'icu-json', 'json'],
  [/^(?:i18next|next-i18next|react-i18next|i18next-.*)$/, 'i18next', 'i18next'],
];

function jsonDialect(folder: string): { nested: string; flat: string } | undefined {
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
    const names = Object.keys({ ...dependencies, ...devDependencies });
    const [, nested, flat] = LIBRARIES.find(([dependency]) => names.some((name) => dependency.test(name))) ?? [];
    return nested === undefined || flat === undefined ? undefined : { nested, flat };
  } catch {
    return undefined;
  }
}

function print({ sourceLanguage, proposals, leftAlone }: Proposals, output: Output): void {
  for (const { rules, format, languages, paths } of proposals) {
    const what = languages.length > 0 ? languages.join(', ') : 'all languages';
    for (const { path, namespace } of rules)
      output.line(`${path}  ${format}${namespace === undefined ? '' : `, namespace ${namespace}`}`);
    output.line(`  ${paths.length === 1 ? '1 file' : `${paths.length} files`}: ${what}`);
  }
  output.line(`Source language: ${sourceLanguage}`);
  if (leftAlone.length === 0) return;
  const more = leftAlone.length > 10 ? `, and ${leftAlone.length - 10} more` : '';
  output.line(`Left alone: ${leftAlone.slice(0, 10).join(', ')}${more}`);
}

interface ChosenProject {
  id: string;
  name: string;
  isNew: boolean;
}

/** Takes the project of the option or of the name, or makes one. */
async function findProject(
  api: Api,
  folder: string,
  { project: id, name: wanted }: InitOptions,
  { sourceLanguage, proposals }: Proposals,
  isAsked: boolean,
): Promise<ChosenProject> {
  if (id !== undefined) {
    const { project } = bodyOf(await api.GET('/api/v1/projects/{id}', { params: { path: { id } } }));
    assertSource(project, sourceLanguage);
    return { id, name: project.name, isNew: false };
  }
  const preset = wanted ?? basename(folder);
  const name = isAsked && wanted === undefined ? await ask('Name of the project: ', preset) : preset;
  const { projects } = bodyOf(await api.GET('/api/v1/projects'));
  const [same, ...others] = projects.filter((project) => project.name === name);
  if (same && others.length > 0) throw usageError(`several projects are named "${name}"`, 'Choose one with --project.');
  if (same) {
    assertSource(same, sourceLanguage);
    return { id: same.id, name, isNew: false };
  }
  const languages = new Set(proposals.flatMap((proposal) => proposal.languages));
  const targetLanguages = [...languages].filter((language) => language !== sourceLanguage);
  const { project } = bodyOf(
    await api.POST('/api/v1/projects', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { name, sourceLanguage, targetLanguages },
    }),
  );
  return { id: project.id, name, isNew: true };
}

function assertSource({ name, sourceLanguage }: { name: string; sourceLanguage: string }, found: string): void {
  if (sourceLanguage === found) return;
  throw usageError(
    `the source language of "${name}" is ${sourceLanguage}, and the source language of the files is ${found}`,
    `Run "glossa init --source-language ${sourceLanguage}", or choose another --name.`,
  );
}

/** Editors find the schema where the command line is installed in the repository. */
function schemaReference(folder: string): { $schema?: string } {
  const local = 'node_modules/@glossa/cli/glossa.schema.json';
  if (existsSync(join(folder, local))) return { $schema: `./${local}` };
  const own = fileURLToPath(new URL('../glossa.schema.json', import.meta.url));
  const path = relative(folder, own);
  return path.startsWith('..') || !existsSync(own) ? {} : { $schema: `./${path.replaceAll('\\', '/')}` };
}

async function writeConfig(path: string, config: { files: ProposedRule[] } & Record<string, unknown>): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(config, null, 2)}\n`);
  await rename(temporary, path);
}
