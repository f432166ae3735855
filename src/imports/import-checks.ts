import { Injectable } from '@nestjs/common';
import type { CheckCode } from '../checks/finding';
import { uuidArray } from '../database/array-parameter';
import { chunksOf } from '../database/chunks';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { prepared } from '../database/statements';
import { Checker } from '../findings/checker';
import type { KeyToCheck } from '../findings/check-texts';
import type { ProjectWrite } from '../project-write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import type { DetailsPage } from './details-page';
import { ChecksFailedError } from './import-errors';
import type { WrittenText } from './import-plan';
import type { ImportFinding } from './import-result';
import type { PlannedImport } from './plan-import';
import { lookUpIfAny } from '../database/planned-reads';
import { keyById, textOf } from '../project-write/stored-rows';

/** Texts that are checked at a time, if they are short. */
const CHUNK_TEXTS = 2_000;
/** Bytes of the source texts that are read at a time. */
const SOURCE_BYTES = 1_048_576;
/** UTF-16 code units of the findings of a page of the details; a page with one translation unit may have more. */
const MAX_FINDINGS_LENGTH = 524_288;
/** Findings that a refusal names. */
const MAX_NAMED = 100;

/** The length limit and the source text of a key of the project. */
interface StoredKey extends BoundedRow {
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
    const listed = new ListedFindings(plan.details);
    const refused: ImportFinding[] = [];
    let refusals = 0;
    const lengthOf = ({ key, text }: WrittenText): number => text.length + (sources(key)?.length ?? 0);
    const { sourceLanguage } = write.project;
    for await (const keys of packedKeys(write, planned, options, chunksOf(texts, CHUNK_TEXTS, lengthOf), sources)) {
      for (const found of await this.checker.check(write.principal.organizationId, { sourceLanguage, keys })) {
        const { code, detail, language } = found;
        const index = Number(found.keyId);
        const finding = { key: file.keys.name(file.units.at(index).key), language, code, detail };
        listed.add(index, finding);
        if (!failOn.has(code)) continue;
        refusals++;
        if (refused.length < MAX_NAMED) refused.push(finding);
      }
    }
    if (refusals > 0) throw new ChecksFailedError(refusals, refused);
    return listed.findings;
  }
}

/**
 * Collects the findings of the texts on a page of details. The page ends before a text whose findings it has no room
 * for.
 */
class ListedFindings {
  private readonly listed: { index: number; finding: ImportFinding }[] = [];
  private length = 0;

  constructor(private readonly page: DetailsPage) {}

  get findings(): ImportFinding[] {
    return this.listed.filter(({ index }) => this.page.has(index)).map(({ finding }) => finding);
  }

  add(index: number, finding: ImportFinding): void {
    if (!this.page.has(index)) return;
    this.length += finding.key.length + finding.detail.length;
    if (this.length > MAX_FINDINGS_LENGTH && this.page.endBefore(index)) return;
    this.listed.push({ index, finding });
  }
}

/**
 * Packs texts, each with the index of its translation unit as the id of its key.
 *
 * @param chunks of texts
 * @param sources the texts that the import writes in the source language, by the index of their key
 */
async function* packedKeys(
  { tx, project }: ProjectWrite,
  { file }: PlannedImport,
  { conflict }: ImportOptionsDto,
  chunks: Iterable<readonly WrittenText[]>,
  sources: (key: number) => string | undefined,
): AsyncGenerator<string> {
  for (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      const ids = uuidArray(rest.map(({ keyId }) => keyId));
      const stored = await tx.rows<StoredKey>(STORED_KEYS, [project.id, ids, project.sourceLanguage]);
      const keys = rest.slice(0, stored.length).map(({ index, key, language, text }, place): KeyToCheck => {
        const { maxLength = null, source = null } = stored[place] ?? {};
        const inFile = file.keys.at(key).maxLength ?? null;
        const limit = conflict === 'keep' ? (maxLength ?? inFile) : (inFile ?? maxLength);
        return [String(index), limit, sources(key) ?? source, { [language]: text }];
      });
      yield JSON.stringify(keys);
      rest = rest.slice(stored.length);
    }
  }
}

const FOUND_KEYS = `
  SELECT f.place, k.max_length AS "maxLength", s.text AS source FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, place)
  ${lookUpIfAny(keyById('f.id', 'max_length'), 'k')}
  ${lookUpIfAny(textOf('f.id', '$3', 'text'), 's')}
  ORDER BY f.place`;

/** The first keys of `$2`, as many as their source texts have room for. */
const STORED_KEYS = prepared(`
  ${firstBytes({ rows: FOUND_KEYS, order: 'r.place', bytes: sizeOf('r.source'), maxBytes: SOURCE_BYTES })} ORDER BY r.place`);
