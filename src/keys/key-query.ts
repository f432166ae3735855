import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { stateOfNumber } from '../common/translation-state';
import { type IgnoredText, ignoredColumn } from '../findings/ignored-findings';
import { type KeyWithFindings, toCheckColumn } from '../findings/key-findings';
import { inOrder, type KeyText, type KeyWithTexts } from './key';

/** A text of a key: the revisions are that since which its row holds, and that of its text if that is another one. */
type TextRow = [language: string, text: string, state: number, since: number, textRevision: number | null];

/** A row of `keyColumns`. */
export type KeyRow = Omit<KeyWithTexts, 'value' | 'texts' | 'tags' | 'ignored'> & {
  tags: string[] | null;
  ignored: IgnoredText[] | null;
  /** In no order. */
  texts: TextRow[] | null;
};

/** A key with its findings, and the id, the languages and the revision of its project. */
type FoundKey = KeyRow & {
  toCheck: KeyWithFindings | null;
  projectId: string;
  projectLanguages: string[];
  revision: string;
};

/** A key as it was read, with what tells its findings if it may have any, and its project. */
export interface ReadKey {
  key: KeyWithTexts;
  toCheck: KeyWithFindings | null;
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
    const { toCheck, projectLanguages, projectId, revision } = row;
    const [sourceLanguage = ''] = projectLanguages;
    return { key: toKey(row, projectLanguages), toCheck, project: { id: projectId, sourceLanguage, revision } };
  }
}

/** @param projectLanguages the source language first */
export function toKey(row: KeyRow, projectLanguages: readonly string[]): KeyWithTexts {
  const { id, name, namespace, description, tags, maxLength, createdAt, updatedAt, ignored } = row;
  const [sourceLanguage = ''] = projectLanguages;
  const texts = inOrder(toTexts(row.texts ?? [], sourceLanguage), projectLanguages);
  const value = texts.get(sourceLanguage)?.text ?? null;
  const labels = { name, namespace, description, tags: tags ?? [], maxLength };
  return { id, ...labels, value, createdAt, updatedAt, texts, ignored: ignored ?? [] };
}

function toTexts(rows: readonly TextRow[], source: string): Map<string, KeyText> {
  const sourceRevision = rows.find(([language]) => language === source)?.[4] ?? 0;
  return new Map(
    rows.map(([language, text, state, since, textRevision]) => [
      language,
      {
        text,
        state: stateOfNumber(state),
        isOutdated: language !== source && sourceRevision > (textRevision ?? since),
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
  t.texts, ${ignoredColumn(project)}`;

/** @param project SQL of the project's id; with a parameter, the partitions of other projects are not even opened */
export const joinTexts = (project: string): string => `LEFT JOIN LATERAL (
  SELECT json_agg(json_build_array(language, text, state, since, text_revision)) AS texts, max(updated_at) AS updated_at, max(since) AS since
  FROM translations WHERE project_id = ${project} AND key_id = k.id) t ON true`;

const OF_PROJECT = 'FROM keys k JOIN projects p ON p.id = k.project_id';
const VISIBLE = 'WHERE k.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))';

const FIND_PROJECT = prepared(`SELECT p.id AS "projectId" ${OF_PROJECT} ${VISIBLE}`);

const LANGUAGES = 'p.source_language || p.target_languages';

const FIND = prepared(
  `SELECT ${keyColumns('k.project_id')}, p.id AS "projectId", ${LANGUAGES} AS "projectLanguages", p.revision,
          ${toCheckColumn({ project: 'k.project_id', since: 't.since', languages: LANGUAGES })}
   ${OF_PROJECT} ${joinTexts('k.project_id')}
   LEFT JOIN LATERAL (
     SELECT text, since FROM translations
     WHERE project_id = k.project_id AND language = p.source_language AND key_id = k.id LIMIT 1) s ON true
   ${VISIBLE}`,
);
