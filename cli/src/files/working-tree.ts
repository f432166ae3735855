import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRule } from '../config/config';
import { usageError } from '../exit-code';
import { type FileIdentity, PathPattern } from './path-pattern';
import { isFile, readIfFile } from './read-file';
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

/** Stands for the source language before it is known. */
const SOURCE = 'und';

/** The rules of glossa.json, and the files that they find. */
export class WorkingTree {
  /** Rules with a place for the namespace come last: `translation.json` is no namespace where another rule names it. */
  private readonly rules: readonly { rule: FileRule; pattern: PathPattern }[];

  constructor(
    readonly folder: string,
    rules: readonly FileRule[],
  ) {
    const all = rules.map((rule) => ({ rule, pattern: new PathPattern(rule.path, rule) }));
    this.rules = [
      ...all.filter(({ pattern }) => !pattern.hasNamespace),
      ...all.filter(({ pattern }) => pattern.hasNamespace),
    ];
  }

  /** Finds the files. @throws CommandError if two of them have the same language and namespace in one format */
  find(sourceLanguage = SOURCE): LocalFile[] {
    const paths = new Set<string>();
    for (const { pattern } of this.rules) {
      if (!pattern.hasLanguage && !pattern.hasNamespace) paths.add(pattern.text);
      else for (const path of this.list(pattern.root)) paths.add(path);
    }
    const files = [...paths].sort().flatMap((path): LocalFile[] => {
      const found = this.identify(path, sourceLanguage);
      return found && isFile(join(this.folder, path)) ? [new FileOnDisk(this.folder, path, found)] : [];
    });
    assertDistinct(files);
    return files;
  }

  /** Returns the rule of a path, with the language and namespace of its file. */
  identify(path: string, sourceLanguage: string): ({ rule: FileRule } & FileIdentity) | undefined {
    for (const { rule, pattern } of this.rules) {
      const identity = pattern.parse(path, sourceLanguage);
      if (identity) return { rule, ...identity };
    }
    return undefined;
  }

  /** Returns the path of a file of the project. @param accepts the rules of its format */
  place(identity: FileIdentity, sourceLanguage: string, accepts: (rule: FileRule) => boolean): string | undefined {
    for (const { rule, pattern } of this.rules) {
      const path = accepts(rule) ? pattern.pathOf(identity, sourceLanguage) : undefined;
      if (path !== undefined && isInside(path)) return path;
    }
    return undefined;
  }

  private *list(folder: string): Generator<string> {
    let entries;
    try {
      entries = readdirSync(join(this.folder, folder), { withFileTypes: true });
    } catch {
      // The folder of a rule whose files come with the first pull.
      return;
    }
    for (const entry of entries) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) yield* this.list(`${path}/`);
      } else yield path;
    }
  }
}

/** A namespace of the project is a part of a path, and must not lead out of the folder. */
const isInside = (path: string): boolean =>
  !path.split('/').some((part) => part === '..' || part === '.' || part === '' || part === '.git') &&
  !/[\\:]|\p{Cc}/u.test(path);

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
