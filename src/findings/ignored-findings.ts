import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import type { CheckCode } from '../checks/finding';
import { uuidArray } from '../database/array-parameter';
import { Database } from '../database/database';
import { lookUpAll } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeAs } from '../project-write/write-as';
import { hashOfTexts, type TextFinding } from './check-texts';

/** A finding of a text that is ignored while the hash of the texts is this one. */
export interface IgnoredText {
  language: string;
  code: CheckCode;
  textsHash: string;
}

/**
 * Returns SQL of the ignored findings of a key `k`: a JSON list of `IgnoredText`, or null.
 *
 * @param project SQL of its id
 */
export const ignoredTexts = (project: string): string => `
  (SELECT json_agg(json_build_object('language', language, 'code', code, 'textsHash', encode(texts_hash, 'hex')) ORDER BY language, code)
   FROM ignored_findings WHERE project_id = ${project} AND key_id = k.id)`;

/**
 * Returns the ignored findings that hold for the present texts.
 *
 * @param textOf returns the text of a language; undefined if there is none
 */
export const stillIgnored = (
  ignored: readonly IgnoredText[],
  source: string | null,
  textOf: (language: string) => string | undefined,
): IgnoredText[] =>
  ignored.filter(({ language, textsHash }) => {
    const text = textOf(language);
    return text !== undefined && hashOfTexts(source, text) === textsHash;
  });

/** A finding as it is ignored: of these texts of a key. */
type IgnorableFinding = Pick<TextFinding, 'keyId' | 'language' | 'code' | 'textsHash'>;

/**
 * Returns the findings without those that are ignored for these texts.
 *
 * @param findingOf returns the finding of an item, with the id of its key
 */
export async function withoutIgnored<Found>(
  tx: Pick<Transaction, 'rows'>,
  projectId: string,
  found: readonly Found[],
  findingOf: (item: Found) => IgnorableFinding,
): Promise<Found[]> {
  if (found.length === 0) return [];
  const ids = new Set(found.map((item) => findingOf(item).keyId));
  const rows = await tx.rows<IgnorableFinding>(IGNORED, [projectId, uuidArray([...ids])]);
  const ignored = new Set(rows.map(idOf));
  return found.filter((item) => !ignored.has(idOf(findingOf(item))));
}

const idOf = ({ keyId, language, code, textsHash }: IgnorableFinding): string =>
  [keyId, language, code, textsHash].join(' ');

const IGNORED = prepared(`
  SELECT i.* FROM unnest($2::uuid[]) AS k (id)
  ${lookUpAll(
    `SELECT key_id AS "keyId", language, code, encode(texts_hash, 'hex') AS "textsHash"
     FROM ignored_findings WHERE project_id = $1 AND key_id = k.id`,
    'i',
  )}`);

/** An ignored finding of a key. */
type IgnoredOfKey = IgnoredText & { projectId: string; keyId: string };

/** Ignores findings, and takes it back. */
@Injectable()
export class IgnoredFindings {
  constructor(private readonly database: Database) {}

  /** @throws ProjectBusyError, UnauthenticatedError */
  async ignore(principal: Principal, { projectId, keyId, language, code, textsHash }: IgnoredOfKey): Promise<void> {
    const values = [projectId, keyId, language, code, textsHash];
    await writeAs(this.database, principal, (tx) => tx.rows(IGNORE, values));
  }

  /** @throws ProjectBusyError, UnauthenticatedError */
  async restore(
    principal: Principal,
    { projectId, keyId, language, code }: Omit<IgnoredOfKey, 'textsHash'>,
  ): Promise<void> {
    await writeAs(this.database, principal, (tx) => tx.rows(RESTORE, [projectId, keyId, language, code]));
  }
}

/** A project that is being deleted has no row. */
const IGNORE = prepared(`
  INSERT INTO ignored_findings (project_id, key_id, language, code, texts_hash)
  SELECT id, $2, $3, $4, decode($5, 'hex') FROM projects WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (project_id, key_id, language, code) DO UPDATE SET texts_hash = excluded.texts_hash`);

const RESTORE = prepared(
  'DELETE FROM ignored_findings WHERE project_id = $1 AND key_id = $2 AND language = $3 AND code = $4',
);
