import type { PackedTerms } from '../glossary/matching/packed-terms';
import { ProjectTerms } from '../glossary/project-terms';
import { Injectable } from '@nestjs/common';
import type { CheckCode } from '../checks/finding';
import { textArray, uuidArray } from '../database/array-parameter';
import { chunksOf } from '../database/chunks';
import { firstBytes, sizeOf } from '../database/first-bytes';
import { lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { Checker } from '../findings/checker';
import { ChecksFailedError, MAX_NAMED_FINDINGS } from '../findings/checks-failed.error';
import { withoutIgnored } from '../findings/ignored-findings';
import { withStoredKeys } from '../findings/stored-keys';
import type { KeyToCheck } from '../findings/check-texts';
import type { ProjectWrite } from '../project-write/project-write';
import { textOf } from '../project-write/stored-rows';
import type { ImportOptionsDto } from './dto/import-options.dto';
import type { DetailsPage } from './details-page';
import type { ImportPlan, WrittenText } from './import-plan';
import type { ImportFinding } from './import-result';
import { replaces } from './merge/merge-rule';
import type { PlannedImport } from './plan-import';

/** Texts that are checked at a time, if they are short. */
const CHUNK_TEXTS = 2_000;
/** UTF-16 code units of the findings of a page of the details; a page with one translation unit may have more. */
const MAX_FINDINGS_LENGTH = 524_288;

/** Checks the texts that imports add or change, against the source texts that their keys have after it. */
@Injectable()
export class ImportChecks {
  constructor(
    private readonly checker: Checker,
    private readonly terms: ProjectTerms,
  ) {}

  /**
   * @returns the findings of the texts on the page of the details
   * @throws ChecksFailedError if a text fails one of the checks of `failOn`
   * @throws ProjectBusyError
   */
  async check(write: ProjectWrite, planned: PlannedImport, options: ImportOptionsDto): Promise<ImportFinding[]> {
    const { plan } = planned;
    const { details } = plan;
    const failOn = new Set<CheckCode>(options.failOn);
    const listed = new ListedFindings(details);
    const refused: ImportFinding[] = [];
    let refusals = 0;
    const isListed = (index: number): boolean => !details.isOfFindings && details.has(index);
    const written = plan.writtenTexts((index) => failOn.size > 0 || isListed(index));
    for await (const found of this.findingsOf(write, planned, options, written)) {
      for (const { index, finding } of found) {
        if (isListed(index)) listed.add(index, finding);
        if (!failOn.has(finding.code)) continue;
        refusals++;
        if (refused.length < MAX_NAMED_FINDINGS) refused.push(finding);
      }
    }
    if (refusals > 0) throw new ChecksFailedError(refusals, refused);
    if (!details.isOfFindings) return listed.findings;
    const present = plan.presentTexts((index) => details.includes(index));
    for await (const found of this.findingsOf(write, planned, options, present)) {
      const kept = await withoutIgnored(write.tx, write.project.id, found, ({ index, finding, textsHash }) => {
        return { ...finding, keyId: plan.textAt(index).keyId, textsHash };
      });
      const indexes = [...new Set(kept.map(({ index }) => index))];
      const formerTexts = await readFormerTexts(write, plan, indexes);
      // Texts that were not read have no room on the page.
      const unread = indexes[formerTexts.length];
      for (const [place, index] of indexes.slice(0, formerTexts.length).entries())
        details.addFound(index, plan.outcomeAt(index, formerTexts[place] ?? null));
      if (unread !== undefined) details.endAt(unread);
      for (const { index, finding } of kept) listed.add(index, finding);
    }
    return listed.findings;
  }

  /** Yields the findings of texts in the order of the file, some together. */
  private async *findingsOf(
    write: ProjectWrite,
    planned: PlannedImport,
    options: ImportOptionsDto,
    texts: Iterable<WrittenText>,
  ): AsyncGenerator<FoundText[]> {
    const { plan, file } = planned;
    const { sourceLanguage, id } = write.project;
    const { organizationId } = write.principal;
    const sources = plan.writtenIn(sourceLanguage);
    const lengthOf = ({ key, text }: WrittenText): number => text.length + (sources(key)?.length ?? 0);
    let terms: PackedTerms | undefined;
    for await (const keys of packedKeys(write, planned, options, chunksOf(texts, CHUNK_TEXTS, lengthOf), sources)) {
      terms ??= (await this.terms.of({ id, organizationId }, write.tx)).packed;
      const found = await this.checker.check(organizationId, { sourceLanguage, keys, terms });
      yield found.map(({ keyId, code, detail, language, textsHash }) => {
        const index = Number(keyId);
        const key = file.keys.name(file.units.at(index).key);
        return { index, finding: { key, language, code, detail }, textsHash };
      });
    }
  }
}

interface FoundText {
  /** The index of the translation unit in the file. */
  index: number;
  finding: ImportFinding;
  textsHash: string;
}

/** Reads the texts that the project has for units, null for none; of the first units, if they are long. */
async function readFormerTexts(
  { tx, project }: ProjectWrite,
  plan: ImportPlan,
  indexes: readonly number[],
): Promise<(string | null)[]> {
  if (indexes.length === 0) return [];
  const texts = indexes.map((index) => plan.textAt(index));
  const values = [uuidArray(texts.map(({ keyId }) => keyId)), textArray(texts.map(({ language }) => language))];
  const rows = await tx.rows<{ text: string | null }>(FORMER_TEXTS, [project.id, ...values]);
  return rows.map(({ text }) => text);
}

const UNITS = `
  SELECT f.place, t.text FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS f (id, language, place)
  ${lookUpIfAny(textOf('f.id', 'f.language', 'text'), 't')}
  ORDER BY f.place`;

const FORMER_TEXTS = prepared(
  `${firstBytes({ rows: UNITS, order: 'r.place', bytes: sizeOf('r.text') })} ORDER BY r.place`,
);

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
  write: ProjectWrite,
  { file, keptLabels }: PlannedImport,
  options: ImportOptionsDto,
  chunks: Iterable<readonly WrittenText[]>,
  sources: (key: number) => string | undefined,
): AsyncGenerator<string> {
  for await (const texts of withStoredKeys(write, chunks)) {
    const keys = texts.map(({ index, key, language, text, maxLength, source }): KeyToCheck => {
      const inFile = keptLabels.without(file.keys.at(key)).maxLength ?? null;
      const limit = replaces(options) ? (inFile ?? maxLength) : (maxLength ?? inFile);
      return [String(index), limit, sources(key) ?? source, { [language]: text }];
    });
    yield JSON.stringify(keys);
  }
}
