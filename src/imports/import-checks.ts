import { Injectable } from '@nestjs/common';
import type { CheckCode } from '../checks/finding';
import { uuidArray } from '../database/array-parameter';
import { chunksOf } from '../database/chunks';
import { prepared } from '../database/statements';
import { Checker } from '../findings/checker';
import type { KeyToCheck } from '../findings/check-texts';
import type { ProjectWrite } from '../projects/write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { ChecksFailedError } from './import-errors';
import type { WrittenText } from './import-plan';
import type { ImportFinding } from './import-result';
import type { PlannedImport } from './plan-import';

/** Texts that are checked at a time, if they are short. */
const CHUNK_TEXTS = 2_000;
/** Findings that a refusal names. */
const MAX_NAMED = 100;

/** The length limit and the source text of a key of the project. */
interface StoredKey {
  maxLength: number | null;
  source: string | null;
}

/** Checks the texts that imports add or change, against the source texts that their keys have after it. */
@Injectable()
export class ImportChecks {
  constructor(private readonly checker: Checker) {}

  /**
   * @returns the findings of the texts on the page of the details
   * @throws ChecksFailedError if a text fails one of the checks of `failOn`
   * @throws ProjectBusyError
   */
  async check(write: ProjectWrite, planned: PlannedImport, options: ImportOptionsDto): Promise<ImportFinding[]> {
    const { plan, file } = planned;
    const failOn = new Set<CheckCode>(options.failOn);
    if (failOn.size === 0 && !options.details) return [];
    const sources = plan.writtenIn(write.project.sourceLanguage);
    const texts = plan.writtenTexts((index) => failOn.size > 0 || plan.details.has(index));
    const listed: ImportFinding[] = [];
    const refused: ImportFinding[] = [];
    let refusals = 0;
    for (const chunk of chunksOf(texts, CHUNK_TEXTS, ({ text }) => text.length)) {
      const keys = await toKeys(write, planned, options, chunk, sources);
      const { sourceLanguage } = write.project;
      for (const found of await this.checker.check(write.principal.organizationId, { sourceLanguage, keys })) {
        const { code, detail, language } = found;
        const index = Number(found.keyId);
        const finding = { key: file.keys.name(file.units.at(index).key), language, code, detail };
        if (plan.details.has(index)) listed.push(finding);
        if (!failOn.has(code)) continue;
        refusals++;
        if (refused.length < MAX_NAMED) refused.push(finding);
      }
    }
    if (refusals > 0) throw new ChecksFailedError(refusals, refused);
    return listed;
  }
}

/**
 * Packs texts, each with the index of its translation unit as the id of its key.
 *
 * @param sources the texts that the import writes in the source language, by the index of their key
 */
async function toKeys(
  { tx, project }: ProjectWrite,
  { file }: PlannedImport,
  { conflict }: ImportOptionsDto,
  texts: readonly WrittenText[],
  sources: (key: number) => string | undefined,
): Promise<string> {
  const ids = uuidArray(texts.map(({ keyId }) => keyId));
  const stored = await tx.rows<StoredKey>(STORED_KEYS, [project.id, ids, project.sourceLanguage]);
  const keys = texts.map(({ index, key, language, text }, place): KeyToCheck => {
    const { maxLength = null, source = null } = stored[place] ?? {};
    const told = file.keys.at(key).maxLength ?? null;
    const limit = conflict === 'keep' ? (maxLength ?? told) : (told ?? maxLength);
    return [String(index), limit, sources(key) ?? source, { [language]: text }];
  });
  return JSON.stringify(keys);
}

const STORED_KEYS = prepared(`
  SELECT k.max_length AS "maxLength", s.text AS source FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, place)
  LEFT JOIN LATERAL (SELECT max_length FROM keys WHERE project_id = $1 AND id = f.id LIMIT 1) k ON true
  LEFT JOIN LATERAL (
    SELECT text FROM translations WHERE project_id = $1 AND language = $3 AND key_id = f.id LIMIT 1) s ON true
  ORDER BY f.place`);
