import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { requireLanguages, requireScopes } from '../../common/access/reach';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { jsonPointer } from '../../common/validation/json-pointer';
import { OPEN_DATABASE } from '../../database/database.module';
import type { OpenDatabase } from '../../database/open-database';
import { UnknownLanguageError } from '../../project-write/project-errors';
import type { ProjectWrite } from '../../project-write/project-write';
import type { WriteConditions, Written } from '../../project-write/project-writer';
import { SourceTextRequiredError } from '../key-errors';
import { type Bulk, type BulkProgress, type BulkResult, DISK_BYTES_PER_TEXT } from './bulk';
import { BulkChange } from './bulk-change';
import { type KeyIds, KeySetWriter } from './key-set-writer';

/** Changes many keys, or their texts, as one change of the project. */
@Injectable()
export class BulkService {
  constructor(
    private readonly keySets: KeySetWriter,
    @Inject(OPEN_DATABASE) private readonly openDatabase: OpenDatabase,
  ) {}

  /**
   * @param report receives the progress
   * @param signal ends the change with its reason: nothing is done then
   * @throws MissingScopeError, LanguageNotAllowedError, ProjectNotFoundError, UnknownLanguageError, RevisionMovedError
   * @throws KeyNotFoundError, SourceTextRequiredError, ProjectBusyError, StorageFullError
   */
  async run(
    principal: Principal,
    projectId: string,
    bulk: Bulk,
    conditions: WriteConditions<BulkResult>,
    report: (progress: BulkProgress) => void,
    signal: AbortSignal,
  ): Promise<Written<BulkResult>> {
    requireScopesFor(principal, bulk);
    if ('languages' in bulk && !bulk.dryRun) requireLanguages(principal, bulk.languages);
    const change = {
      action: 'batch' as const,
      dryRun: bulk.dryRun,
      assert: (write: ProjectWrite): void => {
        signal.throwIfAborted();
        assertLanguagesOf(write, bulk);
      },
      work: (write: ProjectWrite, ids: KeyIds): Promise<BulkResult> => {
        if (!bulk.dryRun && 'languages' in bulk)
          this.openDatabase.engine?.assertSpaceFor(ids.length * bulk.languages.length * DISK_BYTES_PER_TEXT);
        return new BulkChange(write, bulk, bulk.dryRun).run(ids, report, signal);
      },
    };
    return this.keySets.write(principal, projectId, bulk, change, conditions);
  }
}

/** @throws MissingScopeError */
function requireScopesFor(principal: Principal, bulk: Bulk): void {
  if (bulk.action === 'deleteKeys') return requireScopes(principal, 'keys:delete');
  if (bulk.action === 'changeTags') return requireScopes(principal, 'keys:write');
  const isReview = 'state' in bulk && bulk.state === 'reviewed';
  if (isReview) requireScopes(principal, 'translations:review');
  const setsStates = bulk.action === 'setState';
  if (!setsStates || !principal.scopes.has('translations:review')) requireScopes(principal, 'translations:write');
}

/** @throws UnknownLanguageError, SourceTextRequiredError; ValidationFailedError for a copy of the source text to itself */
function assertLanguagesOf({ languages, project }: ProjectWrite, bulk: Bulk): void {
  if (!('languages' in bulk)) return;
  const place = (language: string): string => jsonPointer('languages', bulk.languages.indexOf(language));
  const unknown = bulk.languages.filter((language) => !languages.includes(language));
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, (language) => ({ pointer: place(language) }));
  if (bulk.action === 'setState' || !bulk.languages.includes(project.sourceLanguage)) return;
  const pointer = place(project.sourceLanguage);
  if (bulk.action === 'clearTexts') throw new SourceTextRequiredError(pointer);
  const detail = 'is the source language';
  throw new ValidationFailedError([{ pointer, code: 'not_allowed', detail }]);
}
