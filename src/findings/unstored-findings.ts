import { Injectable } from '@nestjs/common';
import { textArray, uuidArray } from '../database/array-parameter';
import type { Transaction } from '../database/transaction';
import { ProjectTerms } from '../glossary/project-terms';
import { withoutIgnored } from './ignored-findings';
import { type PackedTexts, TEXTS } from './check-run-statements';
import type { TextFinding } from './check-texts';
import { Checker } from './checker';

/** A project, as a snapshot has it. */
interface CheckedProject {
  id: string;
  organizationId: string;
  sourceLanguage: string;
}

/** The findings of the first keys of a list that are not ignored. */
export interface FirstFindings {
  /** The number of keys that were checked. */
  count: number;
  findings: readonly TextFinding[];
}

/** Checks the texts of a few keys, whether they have stored findings or not. */
@Injectable()
export class UnstoredFindings {
  constructor(
    private readonly checker: Checker,
    private readonly terms: ProjectTerms,
  ) {}

  /**
   * Checks as many of the keys as a step of a check run.
   *
   * @param languages default: all
   * @throws ProjectBusyError
   */
  async of(
    tx: Transaction,
    { id, organizationId, sourceLanguage }: CheckedProject,
    keyIds: readonly string[],
    languages: readonly string[] | undefined,
  ): Promise<FirstFindings> {
    const ids = uuidArray(keyIds);
    const ofKeys = textArray(keyIds.map(() => languages?.join() ?? null));
    const [texts] = await tx.rows<PackedTexts>(TEXTS, [id, ids, ofKeys, sourceLanguage]);
    if (!texts) throw new Error('the database returned no row of an aggregate');
    const { packed: terms } = await this.terms.of({ id, organizationId }, tx);
    const findings = await this.checker.checkSoon(organizationId, { sourceLanguage, keys: texts.keys, terms });
    return { count: texts.count, findings: await withoutIgnored(tx, id, findings, (finding) => finding) };
  }
}
