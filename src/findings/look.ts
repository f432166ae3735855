import { textArray, uuidArray } from '../database/array-parameter';
import type { Database } from '../database/database';
import type { PreparedStatement } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeSettings } from '../database/write-settings';
import type { Checker } from './checker';
import type { FindingCount } from './finding-count';
import {
  ADVANCE,
  CHANGED,
  LOCK_PROJECT,
  NEXT_KEYS,
  PROJECT,
  REMOVE_BETWEEN,
  REMOVE_OF_TEXTS,
  SET_UNTOLD,
  STORE,
  TEXTS,
} from './look-statements';

/** Texts that a step checks, if they are short. */
const STEP_TEXTS = 4_000;
/** With more changed keys, all keys are read in their order instead. */
const MAX_CHANGED = 20_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Rows are looked up in indexes, and pages are read in their order: without statistics of the project, the planner would read and sort
 * all of its keys for each page, and a plan that was made for small tables is kept.
 */
const READ = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off;
  SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off`;
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
}

interface ProjectNow {
  revision: string;
  oldestRevision: string;
  sourceLanguage: string;
  /** Their number. */
  languages: number;
}

/** A key with texts to check, in all languages or in some, joined by commas. */
interface KeyToLookAt {
  id: string;
  languages: string | null;
}

/** The texts of the first keys of a list, packed. */
interface PackedTexts {
  count: number;
  keys: string;
}

/** The changes since the last look, as one snapshot has them. */
interface Changes {
  project: ProjectNow;
  /** Undefined if all keys are to be looked at. */
  keys?: KeyToLookAt[];
  /** The texts of the keys if one step has all of them. */
  texts?: PackedTexts;
}

/** Another replica has taken the project, because this one did nothing for too long, or the project is gone. */
export class LeaseLostError extends Error {}

/**
 * Brings the findings of a project up to date, in steps of some milliseconds: the embedded database has one connection, which
 * requests use between two steps.
 *
 * Many texts are checked step by step, while others write. Afterwards, the findings of the texts that have not changed since the
 * begin are right. What changed since is looked at again, until so little is left that one snapshot has all of it: then the findings
 * are exactly those of the revision of this snapshot.
 */
export class Look {
  constructor(
    private readonly database: Database,
    private readonly checker: Checker,
    private readonly project: LeasedProject,
    private progress: Progress,
  ) {}

  /** Yields after each step but the last. @throws LeaseLostError */
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
      if (keys) yield* this.lookAt(project, keys);
      else yield* this.lookAtAll(project);
    }
  }

  /** @returns undefined if the project is gone */
  private async readChanges(): Promise<Changes | undefined> {
    const { revision: since, isExact } = this.progress;
    return this.database.transaction(READ, async (tx) => {
      const [project] = await tx.rows<ProjectNow>(PROJECT, [this.project.id]);
      if (!project) return undefined;
      if (since === null || Number(since) < Number(project.oldestRevision)) return { project };
      const values = [this.project.id, since, project.sourceLanguage, isExact, MAX_CHANGED + 1];
      const keys = await tx.rows<KeyToLookAt>(CHANGED, values);
      if (keys.length > MAX_CHANGED) return { project };
      if (keys.length > keysPerStep(project)) return { project, keys };
      return { project, keys, texts: await this.readTexts(tx, project, keys) };
    });
  }

  private async *lookAt(project: ProjectNow, changed: readonly KeyToLookAt[]): AsyncGenerator<void> {
    for (let start = 0; start < changed.length;) {
      const next = changed.slice(start, start + keysPerStep(project));
      const texts = await this.database.transaction(READ, (tx) => this.readTexts(tx, project, next));
      const keys = changed.slice(start, start + texts.count);
      start += keys.length;
      await this.write(this.after(project, start === changed.length), ofTexts(keys), await this.check(project, texts));
      yield;
    }
  }

  private async *lookAtAll(project: ProjectNow): AsyncGenerator<void> {
    const size = keysPerStep(project);
    for (let after = FIRST_ID; after !== LAST_ID;) {
      const { keys, texts } = await this.database.transaction(READ, async (tx) => {
        const next = await tx.rows<KeyToLookAt>(NEXT_KEYS, [this.project.id, after, size]);
        return { keys: next, texts: await this.readTexts(tx, project, next) };
      });
      const isLast = keys.length < size && texts.count === keys.length;
      const through = isLast ? LAST_ID : (keys[texts.count - 1]?.id ?? LAST_ID);
      const removal: Removal = [REMOVE_BETWEEN, [after, through]];
      await this.write(this.after(project, isLast), removal, await this.check(project, texts));
      after = through;
      yield;
    }
  }

  /** Returns the progress after a step of many. */
  private after({ revision }: ProjectNow, isLast: boolean): Progress {
    return { revision: isLast ? revision : this.progress.revision, isExact: false };
  }

  private async readTexts(
    tx: Transaction,
    { sourceLanguage }: ProjectNow,
    keys: readonly KeyToLookAt[],
  ): Promise<PackedTexts> {
    if (keys.length === 0) return { count: 0, keys: '[]' };
    const [ids, languages] = [keys.map(({ id }) => id), keys.map((key) => key.languages)];
    const values = [this.project.id, uuidArray(ids), textArray(languages), sourceLanguage];
    const [texts] = await tx.rows<PackedTexts>(TEXTS, values);
    if (!texts) throw new Error('the database returned no row of an aggregate');
    return texts;
  }

  private check({ sourceLanguage }: ProjectNow, { keys }: PackedTexts): Promise<string> {
    return this.checker.checkPacked(this.project.organizationId, { sourceLanguage, keys });
  }

  /** @param findings JSON of a list of `TextFinding` */
  private async write(progress: Progress, [removal, scope]: Removal, findings: string): Promise<void> {
    const { id, lease } = this.project;
    await this.database.transaction(WRITE, async (tx) => {
      // Locked before the rows that a deletion of the project removes after it.
      const [project] = await tx.rows<{ hasWebhooks: boolean }>(LOCK_PROJECT, [id]);
      const values = [id, lease, progress.revision, progress.isExact];
      const [leased] = project ? await tx.rows<{ untold: Counts | null }>(ADVANCE, values) : [];
      if (!project || !leased) throw new LeaseLostError();
      await tx.rows(removal, [id, ...scope, findings]);
      const found = findings === '[]' ? [] : await tx.rows<FindingCount>(STORE, [id, findings]);
      if (project.hasWebhooks && found.length > 0) {
        await tx.rows(SET_UNTOLD, [id, JSON.stringify(withCounts(leased.untold ?? {}, found))]);
      }
    });
    this.progress = progress;
  }
}

/** A statement that removes findings, and the values that select their texts. */
type Removal = readonly [statement: PreparedStatement, scope: readonly unknown[]];

const ofTexts = (keys: readonly KeyToLookAt[]): Removal => [
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

const keysPerStep = ({ languages }: ProjectNow): number => Math.ceil(STEP_TEXTS / languages);
