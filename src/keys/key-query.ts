import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { stateOfNumber } from '../common/translation-state';
import { inOrder, type KeyText, type KeyWithTexts } from './key';

/** A row of `KEY_COLUMNS`. The texts are parallel arrays in no order. */
export type KeyRow = Omit<KeyWithTexts, 'value' | 'texts' | 'tags'> & {
  tags: string[] | null;
  languages: string[] | null;
  texts: string[] | null;
  states: number[] | null;
  since: string[] | null;
  textRevisions: (string | null)[] | null;
};

/** A key with the languages and the revision of its project. */
type FoundKey = KeyRow & { projectLanguages: string[]; revision: string };

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
   * @returns the key and its project's revision; undefined if the caller cannot see the key
   */
  async find(
    { organizationId, projectIds }: Principal,
    id: string,
    from: Database,
  ): Promise<{ key: KeyWithTexts; revision: string } | undefined> {
    const [row] = await from.rows<FoundKey>(FIND, [id, organizationId, projectIds]);
    return row && { key: toKey(row, row.projectLanguages), revision: row.revision };
  }
}

/** @param projectLanguages the source language first */
export function toKey(row: KeyRow, projectLanguages: readonly string[]): KeyWithTexts {
  const { id, name, namespace, description, tags, maxLength, createdAt, updatedAt } = row;
  const [sourceLanguage = ''] = projectLanguages;
  const texts = inOrder(toTexts(row, sourceLanguage), projectLanguages);
  const value = texts.get(sourceLanguage)?.text ?? null;
  return { id, name, namespace, value, description, tags: tags ?? [], maxLength, createdAt, updatedAt, texts };
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

/** Columns of a key `k` and of `joinTexts`. `updatedAt` is the time of the latest text if that is later. */
export const KEY_COLUMNS = `k.id, k.name, k.namespace, k.description,
  k.tags, k.max_length AS "maxLength", k.created_at AS "createdAt", greatest(k.updated_at, t.updated_at) AS "updatedAt",
  t.languages, t.texts, t.states, t.since, t.text_revisions AS "textRevisions"`;

/** @param project SQL of the project's id; with a parameter, the partitions of other projects are not even opened */
export const joinTexts = (project: string): string => `LEFT JOIN LATERAL (
  SELECT array_agg(language) AS languages, array_agg(text) AS texts, array_agg(state) AS states, array_agg(since) AS since,
         array_agg(text_revision) AS text_revisions, max(updated_at) AS updated_at
  FROM translations WHERE project_id = ${project} AND key_id = k.id) t ON true`;

const VISIBLE = `JOIN projects p ON p.id = k.project_id
  WHERE k.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`;

const FIND_PROJECT = prepared(`SELECT p.id AS "projectId" FROM keys k ${VISIBLE}`);

const FIND = prepared(
  `SELECT ${KEY_COLUMNS}, p.source_language || p.target_languages AS "projectLanguages", p.revision
   FROM keys k ${joinTexts('k.project_id')} ${VISIBLE}`,
);
