import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRule } from '../config/config';
import { usageError } from '../exit-code';
import { printable } from '../history/text-lines';
import { isFileName } from './file-names';
import { type FileIdentity, type KnownLanguages, PathPattern } from './path-pattern';
import { isFile, isFolder, readIfFile } from './read-file';
import { assertInRepository, isBelow, realRootOf, reasonOutside } from './repository';
import { digestOf } from './text-bytes';

/** A file of the repository that a rule describes. */
export interface LocalFile extends FileIdentity {
  /** Below the folder of glossa.json, with `/`. */
  path: string;
  rule: FileRule;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** A file whose content is read when it is needed, and then stays as it was. */
class FileOnDisk implements LocalFile {
  readonly rule: FileRule;
  readonly language?: string;
  readonly namespace: string;
  private content?: Uint8Array;
  private digest?: string;

  constructor(
    private readonly folder: string,
    readonly path: string,
    { rule, language, namespace }: { rule: FileRule } & FileIdentity,
  ) {
    this.rule = rule;
    this.language = language;
    this.namespace = namespace;
  }

  get bytes(): Uint8Array {
    this.content ??= readIfFile(join(this.folder, this.path));
    if (!this.content) throw usageError(`${this.path} was deleted while glossa was at work`, 'Run the command again.');
    return this.content;
  }

  get sha256(): string {
    this.digest ??= digestOf(this.bytes);
    return this.digest;
  }
}

/** Folders that hold no sources. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** Bazel makes links to the folders of its results, `bazel-bin` and others, at the root of a repository. */
const isLinkOfBazel = (entry: Dirent): boolean => entry.isSymbolicLink() && entry.name.startsWith('bazel-');

/** Stands for the source language before it is known. */
const SOURCE = 'und';

/** Stands for the languages of the project until the project is read. */
const UNKNOWN: KnownLanguages = { sourceLanguage: SOURCE, targetLanguages: [] };

/** The languages of any project. */
const ANY: KnownLanguages = { sourceLanguage: SOURCE, targetLanguages: 'any' };

/** The rules of glossa.json, and the files that they find. */
export class WorkingTree {
  /** Rules with a place for the namespace come last: `translation.json` is no namespace where another rule names it. */
  private readonly rules: readonly { rule: FileRule; pattern: PathPattern }[];
  private readonly root: string;
  /** Folders of which it was said that they are left out. */
  private readonly leftOut = new Set<string>();

  /** @param note receives a line about each folder that is left out */
  constructor(
    readonly folder: string,
    rules: readonly FileRule[],
    private readonly note: (line: string) => void,
  ) {
    this.root = realRootOf(folder);
    const all = rules.map((rule) => ({ rule, pattern: new PathPattern(rule.path, rule) }));
    this.rules = [
      ...all.filter(({ pattern }) => !pattern.hasNamespace),
      ...all.filter(({ pattern }) => pattern.hasNamespace),
    ];
  }

  /**
   * Finds the files.
   *
   * @param languages of the project. Without them, only languages with a name in English are found
   * @throws CommandError if two of them have the same language and namespace in one format, or one is outside of the repository
   */
  find(languages = UNKNOWN): LocalFile[] {
    const files = this.findAll(languages);
    assertDistinct(files);
    return files;
  }

  /** Finds the files that `find` finds with the languages of any project. */
  findCandidates(): LocalFile[] {
    return this.findAll(ANY);
  }

  /** Returns the rule and the namespace of a path that `findCandidates` finds if there is a file. */
  identifyCandidate(path: string): ({ rule: FileRule } & FileIdentity) | undefined {
    return this.identify(path, ANY);
  }

  private findAll(languages: KnownLanguages): LocalFile[] {
    const paths = new Set<string>();
    for (const { pattern } of this.rules) {
      if (!pattern.hasLanguage && !pattern.hasNamespace) paths.add(pattern.text);
      else for (const path of this.list(pattern.root)) paths.add(path);
    }
    return [...paths].sort().flatMap((path): LocalFile | [] => {
      const found = this.identify(path, languages);
      return (found && this.fileAt(path, found)) ?? [];
    });
  }

  /** @throws CommandError if the file is outside of the repository */
  private fileAt(path: string, identity: { rule: FileRule } & FileIdentity): LocalFile | undefined {
    if (!isFile(join(this.folder, path))) return undefined;
    assertInRepository(this.folder, path, this.root);
    return new FileOnDisk(this.folder, path, identity);
  }

  /** Returns the rule of a path, with the language and namespace of its file. */
  private identify(path: string, languages: KnownLanguages): ({ rule: FileRule } & FileIdentity) | undefined {
    for (const { rule, pattern } of this.rules) {
      const identity = pattern.parse(path, languages);
      if (identity) return { rule, ...identity };
    }
    return undefined;
  }

  /** Returns the place of a file of the project, which may have a file. @param accepts the rules of its format */
  place(
    identity: FileIdentity,
    sourceLanguage: string,
    accepts: (rule: FileRule) => boolean,
  ): { path: string; file?: LocalFile } | undefined {
    for (const { rule, pattern } of this.rules) {
      const path = accepts(rule) ? pattern.pathOf(identity, sourceLanguage) : undefined;
      if (path === undefined || !isInside(path)) continue;
      const file = this.fileAt(path, { rule, ...identity });
      return { path, ...(file && { file }) };
    }
    return undefined;
  }

  /** Lists the files below a folder. @param above the real paths of the folders that it is in: links may lead back to them */
  private *list(folder: string, above: readonly string[] = []): Generator<string> {
    let entries;
    let real;
    try {
      real = realpathSync(join(this.folder, folder));
      if (above.includes(real)) return;
      if (!isBelow(this.root, real)) return this.leaveOut(folder, `it ${reasonOutside(this.root, real)}`);
      entries = readdirSync(real, { withFileTypes: true });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // The folder of a rule may come with the first pull.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.leaveOut(folder, message);
      return;
    }
    for (const entry of entries) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(this.folder, path)))) {
        const isSkipped = SKIPPED.has(entry.name) || (real === this.root && isLinkOfBazel(entry));
        if (!isSkipped) yield* this.list(`${path}/`, [...above, real]);
      } else yield path;
    }
  }

  private leaveOut(folder: string, reason: string): void {
    const path = folder.replace(/\/$/, '');
    if (!this.leftOut.has(path)) this.note(`Left out ${printable(path)}: ${reason}`);
    this.leftOut.add(path);
  }
}

/** A namespace of the project is a part of a path, and must not lead out of the folder. */
const isInside = (path: string): boolean => path.split('/').every((part) => isFileName(part));

function assertDistinct(files: readonly LocalFile[]): void {
  const seen = new Map<string, LocalFile>();
  for (const file of files) {
    const { rule, language, namespace, path } = file;
    const id = JSON.stringify([rule.format ?? path.replace(/.*\./, ''), language, namespace]);
    const other = seen.get(id);
    if (other) {
      const what = `${language === SOURCE ? 'the source language' : (language ?? 'all languages')}${namespace && `, namespace ${namespace}`}`;
      throw usageError(
        `${other.path} and ${path} both have the texts of ${what}`,
        'Give one of their rules in glossa.json a "namespace", or delete one of the files.',
      );
    }
    seen.set(id, file);
  }
}
