import { ProjectTerms } from '../glossary/project-terms';
import { Injectable } from '@nestjs/common';
import type { CheckCode } from '../checks/finding';
import { chunksOf } from '../database/chunks';
import { Checker } from '../findings/checker';
import { ChecksFailedError, MAX_NAMED_FINDINGS } from '../findings/checks-failed.error';
import { withStoredKeys } from '../findings/stored-keys';
import type { KeyToCheck } from '../findings/check-texts';
import type { ProjectWrite } from '../project-write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import type { DetailsPage } from './details-page';
import type { WrittenText } from './import-plan';
import type { ImportFinding } from './import-result';
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
    const { organizationId } = write.principal;
    const terms = await this.terms.of({ id: write.project.id, organizationId }, write.tx);
    for await (const keys of packedKeys(write, planned, options, chunksOf(texts, CHUNK_TEXTS, lengthOf), sources)) {
      for (const found of await this.checker.check(organizationId, { sourceLanguage, keys, terms })) {
        const { code, detail, language } = found;
        const index = Number(found.keyId);
        const finding = { key: file.keys.name(file.units.at(index).key), language, code, detail };
        listed.add(index, finding);
        if (!failOn.has(code)) continue;
        refusals++;
        if (refused.length < MAX_NAMED_FINDINGS) refused.push(finding);
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
  write: ProjectWrite,
  { file }: PlannedImport,
  { conflict }: ImportOptionsDto,
  chunks: Iterable<readonly WrittenText[]>,
  sources: (key: number) => string | undefined,
): AsyncGenerator<string> {
  for await (const texts of withStoredKeys(write, chunks)) {
    const keys = texts.map(({ index, key, language, text, maxLength, source }): KeyToCheck => {
      const inFile = file.keys.at(key).maxLength ?? null;
      const limit = conflict === 'keep' ? (maxLength ?? inFile) : (inFile ?? maxLength);
      return [String(index), limit, sources(key) ?? source, { [language]: text }];
    });
    yield JSON.stringify(keys);
  }
}
