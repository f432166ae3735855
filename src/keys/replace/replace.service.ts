import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { requireLanguages } from '../../common/access/reach';
import { OPEN_DATABASE } from '../../database/database.module';
import type { OpenDatabase } from '../../database/open-database';
import { Checker } from '../../findings/checker';
import { ProjectTerms } from '../../glossary/project-terms';
import { UnknownLanguageError } from '../../project-write/project-errors';
import type { ProjectWrite } from '../../project-write/project-write';
import type { WriteConditions, Written } from '../../project-write/project-writer';
import { type BulkProgress, DISK_BYTES_PER_TEXT } from '../bulk/bulk';
import { type KeyIds, KeySetWriter } from '../bulk/key-set-writer';
import { ReplaceChange } from './replace-change';
import type { Replacement, ReplaceResult, ShownTexts } from './replacement';

/** Searches and replaces in the texts of a language, as one change of the project. */
@Injectable()
export class ReplaceService {
  constructor(
    private readonly keySets: KeySetWriter,
    private readonly checker: Checker,
    private readonly terms: ProjectTerms,
    @Inject(OPEN_DATABASE) private readonly openDatabase: OpenDatabase,
  ) {}

  /**
   * @param report receives the progress
   * @param signal ends the change with its reason: nothing is done then
   * @throws LanguageNotAllowedError, ProjectNotFoundError, UnknownLanguageError, RevisionMovedError, KeyNotFoundError
   * @throws ProjectBusyError, StorageFullError
   */
  run(
    principal: Principal,
    projectId: string,
    replacement: Replacement,
    shown: ShownTexts,
    conditions: WriteConditions<ReplaceResult>,
    report: (progress: BulkProgress) => void,
    signal: AbortSignal,
  ): Promise<Written<ReplaceResult>> {
    requireLanguages(principal, [replacement.language]);
    const change = {
      action: 'replace' as const,
      dryRun: replacement.dryRun,
      inOrder: true,
      assert: ({ languages }: ProjectWrite): void => {
        signal.throwIfAborted();
        const { language } = replacement;
        if (!languages.includes(language)) throw new UnknownLanguageError([language], () => ({ pointer: '/language' }));
      },
      work: async (write: ProjectWrite, ids: KeyIds): Promise<ReplaceResult> => {
        const { organizationId } = principal;
        const { packed } = await this.terms.of({ id: write.project.id, organizationId }, write.tx);
        const assertSpaceFor = (texts: number): void =>
          this.openDatabase.engine?.assertSpaceFor(texts * DISK_BYTES_PER_TEXT);
        return new ReplaceChange(write, this.checker, packed, replacement, shown, assertSpaceFor).run(
          ids,
          report,
          signal,
        );
      },
    };
    return this.keySets.write(principal, projectId, replacement, change, conditions);
  }
}
