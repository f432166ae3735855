import { Injectable } from '@nestjs/common';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { textArray, uuidArray } from '../database/array-parameter';
import { BackgroundDatabase } from '../database/background-database';
import { planSettings } from '../database/planned-reads';
import type { Transaction } from '../database/transaction';
import {
  BEGIN_PROJECT,
  CHANGED_SOURCES,
  COUNT_WORDS,
  LOCK_PROGRESS,
  LOCK_PROJECT,
  MAX_CHANGED_TEXTS,
  NEXT_SOURCES,
  REMOVE_DELETED,
  SET_PROGRESS,
  SET_TEXTS,
  STEP_REMOVED,
  STEP_TEXTS,
} from './index-statements';
import { Lexemes, READ_CHARACTERS } from './lexemes';
import { Tokenizer } from './tokens';

/** A project whose source texts are indexed. */
export interface IndexedProject {
  id: string;
  organizationId: string;
  sourceLanguage: string;
}

interface Progress {
  revision: string;
  passRevision: string | null;
  passAfter: string | null;
  projectRevision: string;
}

interface SourceRow {
  keyId: string;
  /** Its beginning, one character longer than texts that are compared by words; null if it is indexed already. */
  text: string | null;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** The revision of an index that has no texts yet. */
const NEVER = '-1';
/** Of so many texts, one is counted for the frequency of its words. */
const SAMPLED_OF = 16;

/**
 * Brings the index of source texts up to date in steps, each of which is a transaction. A write does nothing for it: what
 * changed since the revision of the index is known by the rows themselves, and is searched beside the index.
 */
@Injectable()
export class MemoryIndex {
  constructor(private readonly database: BackgroundDatabase) {}

  /** @returns whether the index of the project is not yet up to date, and is not brought there by another replica */
  async step(project: IndexedProject): Promise<boolean> {
    await this.database.rows(BEGIN_PROJECT, [project.id]);
    return this.database.transaction(`BEGIN; ${planSettings('lookUps')}`, async (tx) => {
      await tx.rows(LOCK_PROJECT, [project.id]);
      const [progress] = await tx.rows<Progress>(LOCK_PROGRESS, [project.id]);
      if (!progress || progress.revision === progress.projectRevision) return false;
      return progress.passRevision === null
        ? this.addChanged(tx, project, progress)
        : this.addNext(tx, project, { ...progress, passRevision: progress.passRevision });
    });
  }

  /** Adds what has changed, if it fits into a step; else it begins a pass over all keys. */
  private async addChanged(
    tx: Transaction,
    project: IndexedProject,
    { revision, projectRevision }: Progress,
  ): Promise<boolean> {
    const values = [project.id, project.sourceLanguage, revision, MAX_CHANGED_TEXTS + 1, READ_CHARACTERS];
    const rows = await tx.rows<SourceRow>(CHANGED_SOURCES, values);
    if (rows.length > MAX_CHANGED_TEXTS) {
      await tx.rows(SET_PROGRESS, [project.id, revision, projectRevision, FIRST_ID]);
      return true;
    }
    await this.add(tx, project, rows);
    if (!(await removeDeleted(tx, project, revision))) return true;
    await tx.rows(SET_PROGRESS, [project.id, projectRevision, null, null]);
    return false;
  }

  private async addNext(
    tx: Transaction,
    project: IndexedProject,
    { revision, passRevision, passAfter }: Progress & { passRevision: string },
  ): Promise<boolean> {
    const values = [project.id, project.sourceLanguage, revision, STEP_TEXTS, READ_CHARACTERS, passAfter];
    const rows = await tx.rows<SourceRow>(NEXT_SOURCES, values);
    await this.add(tx, project, rows);
    const isLast = rows.length < STEP_TEXTS;
    if (isLast && !(await removeDeleted(tx, project, revision))) return true;
    const progress = isLast ? [passRevision, null, null] : [revision, passRevision, rows.at(-1)?.keyId];
    await tx.rows(SET_PROGRESS, [project.id, ...progress]);
    return true;
  }

  private async add(tx: Transaction, project: IndexedProject, rows: readonly SourceRow[]): Promise<void> {
    const lexemes = new Lexemes({ organizationId: project.organizationId, language: project.sourceLanguage });
    const tokenizer = new Tokenizer(project.sourceLanguage);
    const yielder = new EventLoopYielder();
    const [keyIds, weights, texts, sample]: [string[], number[], string[], string[]] = [[], [], [], []];
    for (const { keyId, text } of rows) {
      if (text === null) continue;
      const tokenized = tokenizer.tokenize(text);
      if (keyIds.length % SAMPLED_OF === 0) sample.push(...lexemes.wordsOf(tokenized));
      keyIds.push(keyId);
      weights.push(tokenized.weight);
      texts.push(lexemes.of(tokenized).join(' '));
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    if (keyIds.length === 0) return;
    await tx.rows(SET_TEXTS, [project.id, uuidArray(keyIds), weights, textArray(texts)]);
    if (sample.length > 0) await tx.rows(COUNT_WORDS, [project.organizationId, textArray(sample)]);
  }
}

/** Removes the texts of deleted keys. @returns whether none are left */
async function removeDeleted(tx: Transaction, { id }: IndexedProject, revision: string): Promise<boolean> {
  if (revision === NEVER) return true;
  const removed = await tx.rows(REMOVE_DELETED, [id, revision]);
  return removed.length < STEP_REMOVED;
}
