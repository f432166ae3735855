import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { textArray, uuidArray } from '../database/array-parameter';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { stateOfNumber } from '../common/translation-state';
import { type IgnoredText, ignoredTexts } from '../findings/ignored-findings';
import { type KeyWithFindings, toCheckColumn } from '../findings/key-findings';
import { isOutdated } from '../project-write/as-of/versions';
import { lookUp, lookUpIfAny, lookUpTotals } from '../database/planned-reads';
import { keyById, textOf, textsOf } from '../project-write/stored-rows';
import type { ProjectWrite } from '../project-write/project-write';
import { inOrder, type KeySummary, type KeyText, type KeyWithTexts, MAX_TEXT_BYTES } from './key';
import { UPDATED_AT } from './key-order';

type TextRow = [language: string, text: string | null, state: number, isOutdated: boolean];

/** A row of `keyColumns`. */
type KeyRow = Omit<KeySummary, 'value' | 'tags'> & {
  tags: string[] | null;
  ignored: IgnoredText[] | null;
  /** In no order. */
  texts: TextRow[] | null;
};

/** A key with its findings, and the id, the languages and the revision of its project. */
type FoundKey = KeyRow & {
  value: string | null;
  toCheck: KeyWithFindings | null;
  projectId: string;
  projectLanguages: string[];
  revision: string;
};

/**
 * A key as it was read, with its project, and with what its findings follow from if it may have findings. Its texts may
 * have to be read in steps.
 */
export interface ReadKey {
  key: KeyWithTexts;
  toCheck: KeyWithFindings | null;
  project: { id: string; sourceLanguage: string; revision: string };
  /** The languages that are shown, in the order of the project. */
  languages: readonly string[];
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
   * @param shown languages whose texts are shown. Default: all
   * @returns undefined if the caller cannot see the key
   */
  async find(
    { organizationId, projectIds }: Principal,
    id: string,
    from: Pick<Database, 'rows'>,
    shown?: readonly string[],
  ): Promise<ReadKey | undefined> {
    const [row] = await from.rows<FoundKey>(FIND, [id, organizationId, projectIds]);
    if (!row) return undefined;
    const { toCheck, projectLanguages, projectId, revision, value } = row;
    const [sourceLanguage = ''] = projectLanguages;
    const languages = shown ?? projectLanguages;
    const key = { ...toKey(row, projectLanguages, languages), value };
    return { key, toCheck, project: { id: projectId, sourceLanguage, revision }, languages };
  }
}

/**
 * Reads keys of a project with their texts. If these have more bytes together than `maxBytes`, none is read.
 *
 * @returns keys by id, of the ids that the project has
 */
export async function findWithTexts(
  { tx, project, languages }: Pick<ProjectWrite, 'tx' | 'project' | 'languages'>,
  ids: readonly string[],
  maxBytes = MAX_TEXT_BYTES,
): Promise<Map<string, KeyWithTexts>> {
  const uuids = ids.filter((id) => isUuid(id));
  const rows = await tx.rows<KeyRow>(FIND_WITH_TEXTS, [project.id, uuidArray(uuids), maxBytes, languages[0]]);
  return new Map(rows.map((row) => [row.id, toKey(row, languages)]));
}

/** Reads the stored texts that have as many bytes as other texts. */
export async function findSameLength(
  { tx, project }: Pick<ProjectWrite, 'tx' | 'project'>,
  texts: readonly { keyId: string; language: string; text: string }[],
): Promise<{ keyId: string; language: string; text: string }[]> {
  return tx.rows(FIND_SAME_LENGTH, [
    project.id,
    uuidArray(texts.map(({ keyId }) => keyId)),
    textArray(texts.map(({ language }) => language)),
    texts.map(({ text }) => Buffer.byteLength(text)),
  ]);
}

/** @param projectLanguages the source language first. @param shown those whose texts are shown. Default: all */
function toKey(row: KeyRow, projectLanguages: readonly string[], shown = projectLanguages): KeyWithTexts {
  const { id, name, namespace, description, tags, maxLength, createdAt, updatedAt, ignored } = row;
  const [sourceLanguage = ''] = projectLanguages;
  const texts = inOrder(toTexts(row.texts ?? []), shown);
  const value = texts.get(sourceLanguage)?.text ?? null;
  const labels = { name, namespace, description, tags: tags ?? [], maxLength };
  return { id, ...labels, value, createdAt, updatedAt, texts, ignored: ignored ?? [] };
}

const toTexts = (rows: readonly TextRow[]): Map<string, KeyText> =>
  new Map(
    rows.map(([language, text, state, isOutdatedText]) => [
      language,
      { text, state: stateOfNumber(state), isOutdated: isOutdatedText },
    ]),
  );

/**
 * Returns columns of a key `k` and of `joinTexts`.
 *
 * @param project SQL of the project's id
 */
const keyColumns = (project: string): string => `k.id, k.name, k.namespace, k.description,
  k.tags, k.max_length AS "maxLength", k.created_at AS "createdAt", ${UPDATED_AT} AS "updatedAt",
  t.texts, ${ignoredTexts(project)} AS ignored`;

/**
 * @param project SQL of the project's id; with a parameter, the partitions of other projects are not even opened
 * @param source SQL of its source language
 * @param isRead SQL of whether the texts are read
 */
const joinTexts = (project: string, source: string, isRead: string): string =>
  lookUpTotals(
    `SELECT json_agg(json_build_array(language, CASE WHEN ${isRead} THEN text END, state,
                                      coalesce(${isOutdated(undefined, 'source_revision')}, false))) AS texts,
            max(updated_at) AS updated_at, max(since) AS since, max(bytes) > ${MAX_TEXT_BYTES} AS is_large
     FROM (SELECT *, sum(octet_length(text)) OVER () AS bytes,
                  max(text_revision) FILTER (WHERE language = ${source}) OVER () AS source_revision
           FROM translations WHERE project_id = ${project} AND key_id = k.id) t`,
    't',
  );

const OF_PROJECT = 'FROM keys k JOIN projects p ON p.id = k.project_id';
const VISIBLE = 'WHERE k.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))';

const FIND_PROJECT = prepared(`SELECT p.id AS "projectId" ${OF_PROJECT} ${VISIBLE}`);

const LANGUAGES = 'p.source_language || p.target_languages';

const FIND = prepared(
  `SELECT ${keyColumns('k.project_id')}, s.text AS value, p.id AS "projectId", ${LANGUAGES} AS "projectLanguages", p.revision,
          ${toCheckColumn({ project: 'k.project_id', since: 't.since', languages: LANGUAGES, isLarge: 't.is_large' })}
   ${OF_PROJECT} ${joinTexts('k.project_id', 'p.source_language', `bytes <= ${MAX_TEXT_BYTES}`)}
   ${lookUpIfAny(
     `SELECT text, since FROM translations
      WHERE project_id = k.project_id AND language = p.source_language AND key_id = k.id`,
     's',
   )}
   ${VISIBLE}`,
);

const FIND_WITH_TEXTS = prepared(
  `SELECT ${keyColumns('$1')} FROM (
     SELECT k.*, sum(octets) OVER () AS octets_of_all FROM unnest($2::uuid[]) AS f (id)
     ${lookUp(keyById('f.id', '*'), 'k')}
     ${lookUpTotals(textsOf('k.id', 'coalesce(sum(octet_length(text)), 0) AS octets'), 'o')}) k
   ${joinTexts('$1', '$4', 'k.octets_of_all <= $3')}`,
);

const FIND_SAME_LENGTH = prepared(`
  SELECT f.id AS "keyId", f.language, t.text FROM unnest($2::uuid[], $3::text[], $4::int[]) AS f (id, language, bytes)
  ${lookUp(textOf('f.id', 'f.language', 'text'), 't')} WHERE octet_length(t.text) = f.bytes`);
