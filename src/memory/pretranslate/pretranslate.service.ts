import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal';
import { requireLanguages, requireScopes } from '../../common/access/reach';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import { jsonPointer } from '../../common/validation/json-pointer';
import { uuidArray } from '../../database/array-parameter';
import { chunksOf } from '../../database/chunks';
import { OPEN_DATABASE } from '../../database/database.module';
import type { OpenDatabase } from '../../database/open-database';
import { UnknownLanguageError } from '../../project-write/project-errors';
import { wholeDryRun } from '../../project-write/dry-run';
import type { ProjectWrite } from '../../project-write/project-write';
import { ProjectWriter, type WriteConditions, type Written } from '../../project-write/project-writer';
import { ProjectsService } from '../../projects/projects.service';
import { PaidTranslations } from './paid-translations';
import type { FoundText, Pretranslation, PretranslationProgress, PretranslationResult } from './pretranslate';
import { STILL_MISSING } from './pretranslate-statements';
import { PretranslationLease, type Run, WAIT_MS } from './pretranslation-lease';
import { type FoundTexts, Pretranslator } from './pretranslator';

/** Translations that are written at a time, if they are short. */
const CHUNK_TEXTS = 1_000;
/** Pretranslations that run at a time, one of an organization: those that ask no machine, and those that may wait for one. */
const [RUNNING, ASKING] = [4, 12];
/** Disk space that each text takes which is written. */
const DISK_BYTES_PER_TEXT = 1_000;

/** Writes translations of missing texts, from the memory and by a machine, as one change of the project. */
@Injectable()
export class PretranslateService {
  private readonly turns = turnsOf(RUNNING);
  private readonly turnsToAsk = turnsOf(ASKING);

  constructor(
    private readonly projects: ProjectsService,
    private readonly pretranslator: Pretranslator,
    private readonly writer: ProjectWriter,
    private readonly lease: PretranslationLease,
    private readonly paid: PaidTranslations,
    @Inject(OPEN_DATABASE) private readonly openDatabase: OpenDatabase,
  ) {}

  /**
   * @param report receives the progress
   * @param signal ends it with its reason: nothing is written then, and what a machine has translated is kept for a repetition
   * @throws MissingScopeError, LanguageNotAllowedError, ProjectNotFoundError, UnknownLanguageError, RevisionMovedError
   * @throws ValidationFailedError, ProjectBusyError, StorageFullError, the errors of `Once`
   */
  async run(
    principal: Principal,
    projectId: string,
    pretranslation: Pretranslation,
    conditions: WriteConditions<PretranslationResult>,
    report: (progress: PretranslationProgress) => void,
    signal: AbortSignal,
  ): Promise<Written<PretranslationResult>> {
    if (pretranslation.state === 'reviewed') requireScopes(principal, 'translations:review');
    if (!pretranslation.dryRun) requireLanguages(principal, pretranslation.languages);
    await conditions.once?.lookUp();
    const project = await this.projects.get(principal, projectId);
    assertTargets(project, pretranslation.languages);
    const asks = pretranslation.machine && !pretranslation.dryRun;
    const turns = asks ? this.turnsToAsk : this.turns;
    const translate = async (run: Run): Promise<Written<PretranslationResult>> => {
      const texts = await this.pretranslator.find(principal, project, pretranslation, run.report, run.signal);
      const work = (write: ProjectWrite): Promise<PretranslationResult> =>
        this.write(write, texts, pretranslation, run.signal);
      return pretranslation.dryRun
        ? this.writer.dryRun(principal, project.id, 'batch', wholeDryRun(work), conditions)
        : this.writer.write(principal, project.id, 'batch', work, conditions);
    };
    // Both waits have one deadline: the client receives no byte while it waits.
    const waitUntil = performance.now() + WAIT_MS;
    const inTurn = (run: Run): Promise<Written<PretranslationResult>> => {
      const timeoutMs = Math.max(0, waitUntil - performance.now());
      return turns.run(principal.organizationId, () => translate(run), { signal: run.signal, timeoutMs });
    };
    if (pretranslation.dryRun) return inTurn({ signal, report });
    // A run that waits for the project has no turn: others would wait for the machine that the run before it asks.
    const inLease = (run: Run): Promise<Written<PretranslationResult>> => {
      const reportToAll = (progress: PretranslationProgress): void => {
        run.report(progress);
        report(progress);
      };
      return inTurn({ signal: run.signal, report: reportToAll });
    };
    return this.lease.run(project.id, signal, inLease, waitUntil);
  }

  /**
   * @returns how far the pretranslation is that is under way, of any replica; undefined: none is
   * @throws ProjectNotFoundError
   */
  async progressOf(principal: Principal, projectId: string): Promise<PretranslationProgress | undefined> {
    const { id } = await this.projects.get(principal, projectId);
    return this.lease.progressOf(id);
  }

  /** Writes what was found where the text is still missing, and its source text still the same. */
  private async write(
    write: ProjectWrite,
    { found, result }: FoundTexts,
    { state, dryRun, languages }: Pretranslation,
    signal: AbortSignal,
  ): Promise<PretranslationResult> {
    assertTargets(write.project, languages);
    this.openDatabase.engine?.assertSpaceFor(found.length * DISK_BYTES_PER_TEXT);
    for (const chunk of chunksOf(found, CHUNK_TEXTS, ({ text }) => text.length)) {
      signal.throwIfAborted();
      const left = await stillMissing(write, chunk);
      for (const { by } of left) result[by]++;
      result.moved += chunk.length - left.length;
      await this.paid.remove(write.tx, write.project.id, [...new Set(chunk.flatMap(({ paid }) => paid ?? []))]);
      if (dryRun || left.length === 0) continue;
      await write.translations.insert(left.map(({ keyId, language, text }) => ({ keyId, language, text, state })));
      await write.concernKeys([...new Set(left.map(({ keyId }) => keyId))]);
    }
    return result;
  }
}

const turnsOf = (slots: number): FairSemaphore =>
  new FairSemaphore({ slots, slotsPerGroup: 1, createRefusal: () => new ProjectBusyError() });

async function stillMissing({ tx, project }: ProjectWrite, texts: readonly FoundText[]): Promise<FoundText[]> {
  const rows = await tx.rows<{ place: number }>(STILL_MISSING, [
    project.id,
    uuidArray(texts.map(({ keyId }) => keyId)),
    texts.map(({ language }) => language),
    texts.map(({ source }) => source),
    project.sourceLanguage,
  ]);
  const places = new Set(rows.map(({ place }) => place));
  return texts.filter((_, index) => places.has(index + 1));
}

/** @throws UnknownLanguageError; ValidationFailedError for the source language */
function assertTargets(
  { sourceLanguage, targetLanguages }: { sourceLanguage: string; targetLanguages: readonly string[] },
  languages: readonly string[],
): void {
  const place = (language: string): string => jsonPointer('languages', languages.indexOf(language));
  if (languages.includes(sourceLanguage)) {
    const detail = 'is the source language';
    throw new ValidationFailedError([{ pointer: place(sourceLanguage), code: 'not_allowed', detail }]);
  }
  const unknown = languages.filter((language) => !targetLanguages.includes(language));
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, (language) => ({ pointer: place(language) }));
}
