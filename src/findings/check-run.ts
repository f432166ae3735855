import { textArray, uuidArray } from '../database/array-parameter';
import type { Database } from '../database/database';
import type { PreparedStatement } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeSettings } from '../database/write-settings';
import type { Checker } from './checker';
import type { PackedTerms } from '../glossary/matching/packed-terms';
import type { FindingCount } from './finding-count';
import {
  ADVANCE,
  CHANGED,
  LOCK_PROJECT,
  MAX_PART_BYTES,
  NEXT_KEYS,
  type PackedTexts,
  PROJECT,
  REMOVE_BEFORE,
  REMOVE_OF_TEXTS,
  REMOVE_THROUGH,
  SET_UNSENT,
  STEP_TEXTS,
  STEP_TEXTS_OF_ONE_CONNECTION,
  STORE,
  TEXT_SIZES,
  TEXTS,
} from './check-run-statements';
import { beginRead } from '../database/planned-reads';

/** With more changed keys, all keys are read in their order instead. */
const MAX_CHANGED = 100_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const READ = beginRead('inOrder');
const WRITE = `BEGIN; ${writeSettings()}`;

/** How far the findings of a project are from it. See `ProjectChecks`. */
export interface Progress {
  revision: string | null;
  isExact: boolean;
}

/** A project that this process checks. */
export interface LeasedProject {
  id: string;
  organizationId: string;
  lease: string;
  terms?: PackedTerms;
}

interface ProjectNow {
  revision: string;
  oldestRevision: string;
  sourceLanguage: string;
  /** Their number. */
  languages: number;
}

/** A key with texts to check, in all languages or in some, joined by commas. */
interface SelectedKey {
  id: string;
  languages: string | null;
}

/** The size of a text, in bytes. */
interface TextSize {
  language: string;
  bytes: number;
}

/** The changes since the last check run, as one snapshot has them. */
interface Changes {
  project: ProjectNow;
  /** Undefined if all keys are to be checked. */
  keys?: SelectedKey[];
  /** The texts of the keys if one step has all of them. */
  texts?: PackedTexts;
}

/**
 * Another replica has taken the project, because this replica did not renew its lease in time, or the project was
 * deleted.
 */
export class LeaseLostError extends Error {}

/**
 * Brings the findings of a project up to date, in steps of some milliseconds: the embedded database has one connection,
 * which requests use between two steps.
 *
 * Many texts are checked step by step, while others write. Afterwards, the findings of the texts that have not changed
 * since the begin are right. What changed since is checked again, until so little is left that one snapshot has all of
 * it: then the findings belong exactly to the revision of this snapshot.
 */
export class CheckRun {
  /** @param find returns the database of the next step */
  constructor(
    private readonly find: () => Database,
    private readonly checker: Checker,
    private readonly project: LeasedProject,
    private progress: Progress,
  ) {}

  private get database(): Database {
    return this.find();
  }

  /** Yields when it is known that there is more than one step, and after each step but the last. @throws LeaseLostError */
  async *steps(): AsyncGenerator<void> {
    for (;;) {
      const changes = await this.readChanges();
      if (!changes) return;
      const { project, keys, texts } = changes;
      if (keys && texts?.count === keys.length) {
        await this.write(
          { revision: project.revision, isExact: true },
          ofTexts(keys),
          await this.check(project, texts),
        );
        return;
      }
      yield;
      if (keys) yield* this.checkChanged(project, keys);
      else yield* this.checkAll(project);
    }
  }

  /** @returns undefined if the project was deleted */
  private async readChanges(): Promise<Changes | undefined> {
    const { revision: since, isExact } = this.progress;
    return this.database.transaction(READ, async (tx) => {
      const [project] = await tx.rows<ProjectNow>(PROJECT, [this.project.id]);
      if (!project) return undefined;
      if (since === null || Number(since) < Number(project.oldestRevision)) return { project };
      const values = [this.project.id, since, project.sourceLanguage, isExact, MAX_CHANGED + 1];
      const keys = await tx.rows<SelectedKey>(CHANGED, values);
      if (keys.length > MAX_CHANGED) return { project };
      if (keys.length > this.keysPerStep(project)) return { project, keys };
      return { project, keys, texts: await this.readTexts(tx, project, keys) };
    });
  }

  private async *checkChanged(project: ProjectNow, changed: readonly SelectedKey[]): AsyncGenerator<void> {
    for (let start = 0; start < changed.length;) {
      const next = firstOf(changed, start, project, this.textsPerStep);
      const texts = await this.database.transaction(READ, (tx) => this.readTexts(tx, project, next));
      const keys = changed.slice(start, start + texts.count);
      if (next[0] && texts.count === 0) yield* this.checkInParts(project, next[0]);
      start += Math.max(1, texts.count);
      await this.write(this.after(project, start === changed.length), ofTexts(keys), await this.check(project, texts));
      yield;
    }
  }

  private async *checkAll(project: ProjectNow): AsyncGenerator<void> {
    const size = this.keysPerStep(project);
    for (let after = FIRST_ID; after !== LAST_ID;) {
      const { keys, texts } = await this.database.transaction(READ, async (tx) => {
        const next = await tx.rows<SelectedKey>(NEXT_KEYS, [this.project.id, after, size]);
        return { keys: next, texts: await this.readTexts(tx, project, next) };
      });
      if (keys[0] && texts.count === 0) {
        const { id } = keys[0];
        await this.write(this.after(project, false), [REMOVE_BEFORE, [after, id]], '[]');
        yield* this.checkInParts(project, keys[0]);
        after = id;
        continue;
      }
      const isLast = keys.length < size && texts.count === keys.length;
      const through = isLast ? LAST_ID : (keys[texts.count - 1]?.id ?? LAST_ID);
      const removal: Removal = [REMOVE_THROUGH, [after, through]];
      await this.write(this.after(project, isLast), removal, await this.check(project, texts));
      after = through;
      yield;
    }
  }

  /** Checks a key that has more texts than a step. */
  private async *checkInParts(project: ProjectNow, key: SelectedKey): AsyncGenerator<void> {
    const sizes = await this.database.rows<TextSize>(TEXT_SIZES, [this.project.id, key.id, key.languages]);
    for (const languages of partsOf(sizes)) {
      const part = { id: key.id, languages: languages.join() };
      const texts = await this.database.transaction(READ, (tx) => this.readTexts(tx, project, [part]));
      // The texts have become longer since their sizes were read.
      if (texts.count === 0) yield* this.checkInParts(project, part);
      else await this.write(this.after(project, false), ofTexts([part]), await this.check(project, texts));
      yield;
    }
  }

  private get textsPerStep(): number {
    return this.database.hasOneConnection ? STEP_TEXTS_OF_ONE_CONNECTION : STEP_TEXTS;
  }

  private keysPerStep({ languages }: ProjectNow): number {
    return Math.ceil(this.textsPerStep / languages);
  }

  /** Returns the progress after a step of many. */
  private after({ revision }: ProjectNow, isLast: boolean): Progress {
    return { revision: isLast ? revision : this.progress.revision, isExact: false };
  }

  private async readTexts(
    tx: Transaction,
    { sourceLanguage }: ProjectNow,
    keys: readonly SelectedKey[],
  ): Promise<PackedTexts> {
    if (keys.length === 0) return { count: 0, keys: '[]' };
    const [ids, languages] = [keys.map(({ id }) => id), keys.map((key) => key.languages)];
    const values = [this.project.id, uuidArray(ids), textArray(languages), sourceLanguage];
    const [texts] = await tx.rows<PackedTexts>(TEXTS, values);
    if (!texts) throw new Error('the database returned no row of an aggregate');
    return texts;
  }

  private check({ sourceLanguage }: ProjectNow, { keys }: PackedTexts): Promise<string> {
    return this.checker.checkPacked(this.project.organizationId, {
      ...{ sourceLanguage, keys, terms: this.project.terms },
    });
  }

  /** @param findings JSON of a list of `TextFinding` */
  private async write(progress: Progress, [removal, scope]: Removal, findings: string): Promise<void> {
    const { id, lease } = this.project;
    await this.database.transaction(WRITE, async (tx) => {
      // Locked before the rows that a deletion of the project removes after it.
      const [project] = await tx.rows<{ hasWebhooks: boolean }>(LOCK_PROJECT, [id]);
      const values = [id, lease, progress.revision, progress.isExact];
      const [leased] = project ? await tx.rows<{ unsent: Counts | null }>(ADVANCE, values) : [];
      if (!project || !leased) throw new LeaseLostError();
      await tx.rows(removal, [id, ...scope, findings]);
      const found = findings === '[]' ? [] : await tx.rows<FindingCount>(STORE, [id, findings]);
      if (project.hasWebhooks && found.length > 0) {
        await tx.rows(SET_UNSENT, [id, JSON.stringify(withCounts(leased.unsent ?? {}, found))]);
      }
    });
    this.progress = progress;
  }
}

/** Divides languages so that the texts of each part have a bounded size. */
function partsOf(sizes: readonly TextSize[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const { language, bytes } of sizes) {
    if (bytes > room || parts.length === 0) {
      parts.push([]);
      room = MAX_PART_BYTES;
    }
    parts.at(-1)?.push(language);
    room -= bytes;
  }
  return parts;
}

/** A statement that removes findings, and the values that select their texts. */
type Removal = readonly [statement: PreparedStatement, scope: readonly unknown[]];

const ofTexts = (keys: readonly SelectedKey[]): Removal => [
  REMOVE_OF_TEXTS,
  [uuidArray(keys.map(({ id }) => id)), textArray(keys.map(({ languages }) => languages))],
];

/** Numbers by language and code. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

function withCounts(counts: Counts, added: readonly FindingCount[]): Counts {
  const sum = new Map(Object.entries(counts).map(([language, ofLanguage]) => [language, { ...ofLanguage }]));
  for (const { language, code, count } of added) {
    const ofLanguage = sum.get(language) ?? {};
    ofLanguage[code] = (ofLanguage[code] ?? 0) + count;
    sum.set(language, ofLanguage);
  }
  return Object.fromEntries(sum);
}

/** Returns the keys from a place on that have as many changed texts as a step checks. @param most texts of a step */
function firstOf(
  changed: readonly SelectedKey[],
  start: number,
  { languages }: ProjectNow,
  most: number,
): readonly SelectedKey[] {
  let end = start;
  for (let texts = 0; end < changed.length && texts < most; end++) {
    const named = changed[end]?.languages;
    // The source text is read with the others.
    texts += named ? named.split(',').length + 1 : languages;
  }
  return changed.slice(start, end);
}
