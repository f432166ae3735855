import { basename } from 'node:path';
import { type Api, bodyOf, type Schemas } from '../api/client';
import type { GlobalOptions } from '../commands/command';
import type { Config, FileOptions, FileRule } from '../config/config';
import { openRepository } from '../config/connect';
import { type CommandError, usageError } from '../exit-code';
import { Journal } from '../files/journal';
import { type KnownLanguages, PathPattern } from '../files/path-pattern';
import { type LocalFile, WorkingTree } from '../files/working-tree';
import { type Lock, lockNameOf, readLockOf } from '../lock/lock-file';
import type { Output } from '../terminal/output';
import { reportInterruptedPush } from './interrupted-push';

export type Format = Schemas['Format'];
type Project = Schemas['ProjectDetails'];

/** The files of one format and with the same options: one zip holds them. */
export interface Group {
  format: Format;
  options: FileOptions;
  rules: ReadonlySet<FileRule>;
}

/** A file with the rule that places it. */
interface Placed {
  rule: FileRule;
  namespace: string;
}

/** Where the keys of the namespaces are. Empty: the keys that no other file has. */
export interface Namespaces {
  /** A rule of the group or the path of one of its files names them. */
  own: ReadonlySet<string>;
  /** Only glossa.lock has files of the group with them. */
  former: ReadonlySet<string>;
  /** Files of other groups, and none of this one, have their keys. */
  others: ReadonlySet<string>;
}

/** A run of a command on the files of a repository and their project. */
export class Session {
  readonly config: Config;
  readonly api: Api;
  readonly output: Output;
  readonly tree: WorkingTree;
  private readonly openJournal?: Journal;
  /** The files that are in step; none without glossa.lock. */
  lock: Lock;
  private formats?: Promise<Group[]>;
  private languages?: KnownLanguages;
  private placed?: { present: Placed[]; former: Placed[] };

  private constructor(config: Config, api: Api, output: Output, tree: WorkingTree, journal?: Journal) {
    this.config = config;
    this.api = api;
    this.output = output;
    this.tree = tree;
    this.openJournal = journal;
    this.lock = readLockOf(config) ?? { project: config.project, revision: 0, files: {} };
    if (this.lock.project === config.project) return;
    throw usageError(
      `${lockNameOf(config.name)} is of another project than ${basename(config.path)}`,
      `Delete ${lockNameOf(config.name)} if the files belong to the project ${config.project} now.`,
    );
  }

  /** Runs work that may write files. The journal is closed in the end, and the files are checked before any request. */
  static async run<T>(options: GlobalOptions, output: Output, work: (session: Session) => Promise<T>): Promise<T> {
    const { config, api } = await openRepository(options, output);
    const journal = Journal.open(config.folder, config.name);
    try {
      const session = Session.begin(config, api, output, journal);
      if (journal.interrupted) {
        await reportInterruptedPush(journal.interrupted, { api, ...config }, output);
        journal.settle();
      }
      return await work(session);
    } finally {
      journal.close();
    }
  }

  /** Runs work that writes no file: several of them at once, beside one that writes, and in a folder that cannot be written. */
  static async read<T>(options: GlobalOptions, output: Output, work: (session: Session) => Promise<T>): Promise<T> {
    const { config, api } = await openRepository(options, output);
    const session = Session.begin(config, api, output);
    const found = Journal.look(config.folder, config.name);
    if (found?.isRunning) output.note('Another command of glossa is at work here: files may change meanwhile.');
    else if (found?.hasSteps)
      output.note('The last command has not put all of its files in place: the next push or pull does.');
    else if (found?.sent) await reportInterruptedPush(found.sent, { api, ...config }, output);
    return work(session);
  }

  private static begin(config: Config, api: Api, output: Output, journal?: Journal): Session {
    const tree = new WorkingTree(config.folder, config.files, (line) => output.note(line));
    const session = new Session(config, api, output, tree, journal);
    tree.find();
    return session;
  }

  /** The journal of a command that may write files. */
  get journal(): Journal {
    if (!this.openJournal) throw new Error('a command that only reads has no journal');
    return this.openJournal;
  }

  /** Returns the error of a command that needs files and finds none. */
  noFiles(): CommandError {
    const paths = this.config.files.map(({ path }) => path).join(', ');
    return usageError(`no rule of glossa.json finds a file: ${paths}`, 'Check the paths, or run "glossa pull" first.');
  }

  async readProject(): Promise<Project> {
    const { project: id } = this.config;
    const { project } = bodyOf(await this.api.GET('/api/v1/projects/{id}', { params: { path: { id } } }));
    this.languages = project;
    return project;
  }

  /** Returns the rules of glossa.json by their formats. @throws CommandError for a format that the server does not have */
  groups(): Promise<Group[]> {
    this.formats ??= this.readGroups();
    return this.formats;
  }

  async groupOf(file: LocalFile): Promise<Group> {
    const group = (await this.groups()).find(({ rules }) => rules.has(file.rule));
    if (!group) throw new Error(`no group has ${file.path}`);
    return group;
  }

  namespacesOf({ rules }: Group): Namespaces {
    const fixed = this.config.files
      .filter(({ path }) => !new PathPattern(path).hasNamespace)
      .map((rule) => ({ rule, namespace: rule.namespace ?? '' }));
    this.placed ??= {
      present: [...fixed, ...this.tree.find(this.languages)],
      former: Object.keys(this.lock.files).flatMap((path) => this.tree.identifyCandidate(path) ?? []),
    };
    const { present, former } = this.placed;
    const select = (files: readonly Placed[], isOwn: boolean): string[] =>
      files.filter(({ rule }) => rules.has(rule) === isOwn).map(({ namespace }) => namespace);
    const own = new Set(select(present, true));
    const ownFormer = new Set(select(former, true).filter((namespace) => !own.has(namespace)));
    const others = new Set(select([...present, ...former], false));
    for (const namespace of [...own, ...ownFormer, '']) others.delete(namespace);
    return { own, former: ownFormer, others };
  }

  private async readGroups(): Promise<Group[]> {
    const { formats } = bodyOf(await this.api.GET('/api/v1/formats'));
    const groups = new Map<string, { format: Format; options: FileOptions; rules: Set<FileRule> }>();
    for (const [index, rule] of this.config.files.entries()) {
      const format = formatOf(rule, formats, `files[${index}]`);
      const id = JSON.stringify([format.id, Object.entries(rule.options).sort()]);
      const group = groups.get(id) ?? { format, options: rule.options, rules: new Set() };
      groups.set(id, group);
      group.rules.add(rule);
      assertLanguage(rule, format, `files[${index}]`);
    }
    return [...groups.values()];
  }
}

function formatOf({ format: id, path }: FileRule, formats: readonly Format[], place: string): Format {
  const usable = formats.filter((format) => format.import && format.export);
  if (id !== undefined) {
    const found = usable.find((format) => format.id === id);
    if (found) return found;
    const ids = usable.map((format) => format.id).join(', ');
    throw usageError(`glossa.json: ${place}.format is "${id}"; the server has ${ids}`);
  }
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const [only, ...others] = usable.filter(({ extensions }) => extensions.includes(extension));
  if (only && others.length === 0) return only;
  const ids = (only ? [only, ...others] : usable).map((format) => format.id).join(', ');
  throw usageError(`glossa.json: ${place} needs a "format": one of ${ids}`);
}

function assertLanguage({ path, language }: FileRule, { multilingual, id }: Format, place: string): void {
  const hasLanguage = language !== undefined || /\{(?:language|underscore|android|apple)\}/.test(path);
  if (!multilingual && !hasLanguage)
    throw usageError(
      `glossa.json: ${place} does not say the language of "${path}"`,
      'Write {language} into the path, or add "language".',
    );
  if (multilingual && hasLanguage)
    throw usageError(`glossa.json: ${place}: a file of the format ${id} holds all languages`, 'Remove the language.');
}
