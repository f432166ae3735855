import { Injectable } from '@nestjs/common';
import type { CheckCode } from '../checks/finding';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';
import { hashOfTexts } from './check-texts';

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

/** Ignores findings, and takes it back. */
@Injectable()
export class IgnoredFindings {
  constructor(private readonly database: Database) {}

  async ignore(projectId: string, keyId: string, { language, code, textsHash }: IgnoredText): Promise<void> {
    await this.write(IGNORE, [projectId, keyId, language, code, textsHash]);
  }

  async restore(projectId: string, keyId: string, { language, code }: Omit<IgnoredText, 'textsHash'>): Promise<void> {
    await this.write(RESTORE, [projectId, keyId, language, code]);
  }

  private async write(statement: typeof IGNORE, values: readonly string[]): Promise<void> {
    await this.database.transaction(`BEGIN; ${writeSettings()}`, (tx) => tx.rows(statement, [...values]));
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
