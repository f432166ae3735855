import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { stateOfNumber } from '../common/translation-state';
import { type IgnoredText, ignoredColumn } from '../findings/ignored-findings';
import { type FindingColumns, findingColumns, type KeyWithFindings } from '../findings/key-findings';
import { inOrder, type KeyText, type KeyTexts, type KeyWithTexts } from './key';

/** A row of `KEY_COLUMNS`. The texts are parallel arrays in no order. */
export type KeyRow = Omit<KeyWithTexts, 'value' | 'texts' | 'tags' | 'ignored'> & {
  tags: string[] | null;
  ignored: IgnoredText[] | null;
  languages: string[] | null;
  texts: string[] | null;
  states: number[] | null;
  since: string[] | null;
  textRevisions: (string | null)[] | null;
};

/** A key with its findings, and the id, the languages and the revision of its project. */
type FoundKey = KeyRow &
  FindingColumns & { keySince: string; projectId: string; projectLanguages: string[]; revision: string };

/** A key as it was read, with what tells its findings, and its project. */
export interface ReadKey {
  key: KeyWithTexts;
  toCheck: KeyWithFindings;
  project: { id: string; sourceLanguage: string; revision: string };
}

/** Reads single keys that the caller can see. */
@Injectable()
export class KeyQuery {
  constructor(private readonly database: Database) {}

  /** @param id a UUID. @returns undefined if the caller cannot see the key */
  async findProjectId({ organizationId, projectIds }: Principal, id: string): Promise<string | undefined> {
    const [row] = await this.database.rows<{ projectId: string }>(FIND_PROJECT, [id, organizationId, projectIds]);
    return row?.projectId;
  }

  /**
   * @param id a UUID
   * @param from the database to read
   * @returns undefined if the caller cannot see the key
   */
  async find({ organizationId, projectIds }: Principal, id: string, from: Database): Promise<ReadKey | undefined> {
    const [row] = await from.rows<FoundKey>(FIND, [id, organizationId, projectIds]);
    if (!row) return undefined;
    const { projectLanguages, projectId, revision } = row;
    const [sourceLanguage = ''] = projectLanguages;
    const key = toKey(row, projectLanguages);
    const source = { text: key.value, since: sinceOf(row, sourceLanguage) ?? null };
    const toCheck = toKeyWithFindings({ ...row, texts: key.texts, textSince: (tag) => sinceOf(row, tag), source });
    return { key, toCheck, project: { id: projectId, sourceLanguage, revision } };
  }
}

/** @param projectLanguages the source language first */
export function toKey(row: KeyRow, projectLanguages: readonly string[]): KeyWithTexts {
  const { id, name, namespace, description, tags, maxLength, createdAt, updatedAt, ignored } = row;
  const [sourceLanguage = ''] = projectLanguages;
  const texts = inOrder(toTexts(row, sourceLanguage), projectLanguages);
  const value = texts.get(sourceLanguage)?.text ?? null;
  const labels = { name, namespace, description, tags: tags ?? [], maxLength };
  return { id, ...labels, value, createdAt, updatedAt, texts, ignored: ignored ?? [] };
}

/** Returns the revision since which the row of a text has held. */
export const sinceOf = (
  { languages, since }: Pick<KeyRow, 'languages' | 'since'>,
  language: string,
): string | undefined => since?.[languages?.indexOf(language) ?? -1];

/** A row with findings. */
interface RowToCheck extends FindingColumns {
  id: string;
  keySince: string;
  maxLength: number | null;
  /** The texts whose findings are shown. */
  texts: KeyTexts;
  textSince: (language: string) => string | undefined;
  source: { text: string | null; since: string | null };
}

export function toKeyWithFindings(row: RowToCheck): KeyWithFindings {
  const { id, keySince, maxLength, texts, textSince, source, checkedRevision, findings } = row;
  return {
    ...{ id, since: keySince, maxLength, source: source.text, sourceSince: source.since, checkedRevision, findings },
    texts: Array.from(texts, ([language, { text }]) => ({ language, text, since: textSince(language) ?? keySince })),
  };
}

/** The texts of a key as parallel arrays. */
export type TextArrays = Pick<KeyRow, 'languages' | 'texts' | 'states' | 'since' | 'textRevisions'>;

/** @param revision that changed the source text last. Default: that of the source text among the texts */
export function toTexts(
  { languages, texts, states, since, textRevisions }: TextArrays,
  source: string,
  revision?: string | null,
): Map<string, KeyText> {
  const all = languages ?? [];
  const sourceRevision = Number(revision ?? textRevisions?.[all.indexOf(source)] ?? 0);
  return new Map(
    all.map((language, i) => [
      language,
      {
        text: texts?.[i] ?? '',
        state: stateOfNumber(states?.[i]),
        isOutdated: language !== source && sourceRevision > Number(textRevisions?.[i] ?? since?.[i]),
      },
    ]),
  );
}

/**
 * Returns columns of a key `k` and of `joinTexts`. `updatedAt` is the time of the latest text if that is later.
 *
 * @param project SQL of the project's id
 */
export const keyColumns = (project: string): string => `k.id, k.name, k.namespace, k.description,
  k.tags, k.max_length AS "maxLength", k.created_at AS "createdAt", greatest(k.updated_at, t.updated_at) AS "updatedAt",
  t.languages, t.texts, t.states, t.since, t.text_revisions AS "textRevisions",
  ${ignoredColumn(project)}`;

/** @param project SQL of the project's id; with a parameter, the partitions of other projects are not even opened */
export const joinTexts = (project: string): string => `LEFT JOIN LATERAL (
  SELECT array_agg(language) AS languages, array_agg(text) AS texts, array_agg(state) AS states, array_agg(since) AS since,
         array_agg(text_revision) AS text_revisions, max(updated_at) AS updated_at
  FROM translations WHERE project_id = ${project} AND key_id = k.id) t ON true`;

const VISIBLE = `JOIN projects p ON p.id = k.project_id
  WHERE k.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`;

const FIND_PROJECT = prepared(`SELECT p.id AS "projectId" FROM keys k ${VISIBLE}`);

const FIND = prepared(
  `SELECT ${keyColumns('k.project_id')}, ${findingColumns('k.project_id')}, k.since AS "keySince", p.id AS "projectId",
          p.source_language || p.target_languages AS "projectLanguages", p.revision
   FROM keys k ${joinTexts('k.project_id')} ${VISIBLE}`,
);
