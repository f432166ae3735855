import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { requireScopes } from '../common/access/reach';
import { validateDto } from '../common/validation/validate-dto';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import { Reads } from '../database/reads';
import type { OpenDatabase } from '../database/open-database';
import { TableStatistics } from '../database/table-statistics';
import type { Upload } from '../http/bodies/upload';
import type { Once } from '../idempotency/once';
import { stepwiseDryRun } from '../project-write/dry-run';
import type { ProjectWrite } from '../project-write/project-write';
import { ProjectWriter, type Written } from '../project-write/project-writer';
import type { NewFileTemplate } from '../project-write/stores/file-template-store';
import { isArchive } from '../language-files';
import { ProjectsService } from '../projects/projects.service';
import { ImportOptionsDto } from './dto/import-options.dto';
import { executeImport, warnOfExecution, writeTexts } from './execute-import';
import { ImportChecks } from './import-checks';
import { findLayouts, findPluralKeys } from './import-query';
import type { ImportPlan } from './import-plan';
import type { ImportFinding, ImportResult } from './import-result';
import { MissingTextsRefusedError } from './import-errors';
import { assertChoices } from './merge/choices';
import { MergeConflictError } from './merge/conflicts';
import { assertConflictRule } from './merge/merge-rule';
import { LayoutMerges } from './merge/layout-merges';
import { assertFindsBase, findLikelyBase } from './merge/likely-base';
import { refuseJsonForm } from './json-upload';
import { type ImportDefaults, type PlannedImport, planImport } from './plan-import';
import { OtherFiles } from './other-files';
import type { ImportedFile } from './reading/imported-file';
import { ReadAhead } from './read-ahead';
import { ImportReader } from './reading/import-reader';
import { type ReadRequest, sizeOf } from './reading/read-request';
import { MAX_FILES, namesOf, needsPluralKeys, sentFiles } from './sent-files';
import { summarizeImport } from './summarize-import';

@Injectable()
export class ImportService {
  constructor(
    private readonly database: Database,
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly writer: ProjectWriter,
    private readonly reader: ImportReader,
    private readonly exports: ReadAhead,
    private readonly otherFiles: OtherFiles,
    private readonly layoutMerges: LayoutMerges,
    private readonly checks: ImportChecks,
    private readonly statistics: TableStatistics,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(OPEN_DATABASE) private readonly openDatabase: OpenDatabase,
  ) {}

  /**
   * Reads the file outside of any transaction, then plans and writes the import in one.
   *
   * @param signal aborted when the client disconnects: an import that still waits is not begun
   * @param conditions `once` makes the write happen once; the others are what the caller has instead of the usual defaults
   * @throws ProjectNotFoundError, MissingScopeError, ImportsBusyError, RevisionMovedError
   * @throws RefusedFileError, MergeConflictError, ChecksFailedError, StorageFullError, and the errors of `planImport`, before anything is written
   */
  async run(
    principal: Principal,
    projectId: string,
    upload: Pick<Upload, 'read'>,
    signal: AbortSignal,
    { once, ...defaults }: { once?: Once<Written<ImportResult>> } & ImportDefaults = {},
  ): Promise<Written<ImportResult>> {
    const project = await this.projects.get(principal, projectId);
    const { sourceLanguage, targetLanguages, stringCount } = project;
    const { files, fields } = await upload.read(this.settings.maxUploadBytes, MAX_FILES);
    const options = Object.assign(validateDto(ImportOptionsDto, fields, 'query'), defaults);
    for (const file of files) refuseJsonForm(file, options);
    const sent = sentFiles(files, options);
    assertConflictRule(options);
    assertChoices(options);
    assertFindsBase(options);
    if (options.createLanguages) requireScopes(principal, 'projects:write');
    if (options.deleteMissing && options.base === undefined) requireScopes(principal, 'keys:delete');
    if (options.missingTexts === 'remove' && options.conflict === 'keep' && options.base === undefined)
      throw new MissingTextsRefusedError();
    if (options.tags) requireScopes(principal, 'keys:write');
    if (options.state === 'reviewed') requireScopes(principal, 'translations:review');
    await once?.lookUp();
    const { format, language, namespace, keySeparator, columns } = options;
    const request = {
      ...sent,
      format,
      language,
      namespace,
      keySeparator,
      columns: columns?.split(','),
      languageFallback: options.languageFallback,
      placeholders: options.placeholders === 'keep' ? undefined : options.placeholders,
      strict: options.strict,
      isWhole: options.deleteMissing || options.missingTexts === 'remove',
      pluralKeys: needsPluralKeys(sent, format) ? await findPluralKeys(this.database, projectId) : undefined,
      layouts: isArchive(sent.bytes) ? await findLayouts(this.database, projectId) : undefined,
      sourceLanguage,
      targetLanguages,
    };
    const { organizationId } = principal;
    const fileBytes = sizeOf(sent);
    const beginsAgain = options.dryRun && fileBytes <= MAX_COPIED_BYTES;
    const of = { id: projectId, organizationId, sourceLanguage, targetLanguages };
    const read = async (): Promise<ImportedFile> => {
      const file = await this.reader.read(beginsAgain ? copyOf(request) : request, organizationId, signal);
      await this.layoutMerges.merge(file, options, { ...of, pluralKeys: request.pluralKeys }, signal);
      return file;
    };
    const imported = await read();
    if (!options.dryRun) this.exports.readAhead(projectId, imported.keptFiles);
    const findPlurals = (): Promise<Set<string>> => findPluralKeys(this.database, projectId);
    const otherTexts = await this.otherFiles.read(imported, options, of, findPlurals, signal);
    await this.statistics.beforeLookUps(stringCount);
    const likelyBase = options.findBase
      ? await findLikelyBase(
          this.reads.onPrimary(() => signal),
          imported,
          project,
        )
      : undefined;
    let unplanned: ImportedFile | undefined = imported;
    const plan = async (write: ProjectWrite): Promise<CheckedImport> => {
      // A plan changes its file: a dry run that begins again reads the file again.
      const file = unplanned ?? (await read());
      unplanned = undefined;
      const planned = await planImport(write, file, options, otherTexts);
      if (planned.merging && planned.merging.open.count > 0 && !options.dryRun)
        throw new MergeConflictError(planned.merging.open);
      planned.refusals.assertNone(principal);
      const findings = await this.checks.check(write, planned, options);
      return { planned, findings };
    };
    const summarize = ({ revision }: ProjectWrite, { planned, findings }: CheckedImport): ImportResult =>
      summarizeImport(planned, options, { findings, revision, likelyBase });
    const conditions = { ifRevision: options.ifRevision, once };
    if (options.dryRun) {
      const work = async (write: ProjectWrite): Promise<ImportResult> => {
        const checked = await plan(write);
        await warnOfExecution(write, checked.planned, options);
        return summarize(write, checked);
      };
      return this.writer.dryRun(principal, projectId, 'import', stepwiseDryRun(work, !beginsAgain), conditions);
    }
    let templates: NewFileTemplate[] = [];
    const begin = async (write: ProjectWrite, { planned }: CheckedImport, reads: ProjectWrite): Promise<void> => {
      this.openDatabase.engine?.assertSpaceFor(diskBytes(planned.plan, fileBytes));
      templates = await writeTexts(write, planned, options, reads);
    };
    const finish = async (write: ProjectWrite, checked: CheckedImport): Promise<ImportResult> => {
      const { file } = checked.planned;
      const { languagesInUse: languages } = file.units;
      write.details.import = { fileName: namesOf(sent), format: file.format, languages };
      await executeImport(write, checked.planned, options, templates);
      return summarize(write, checked);
    };
    const rowsOf = ({ planned: { file, missingTexts } }: CheckedImport): number =>
      file.keys.length + file.units.length + (missingTexts?.count ?? 0);
    const parts = { plan, rowsOf, begin, finish };
    return this.writer.writeInParts(principal, projectId, 'import', parts, conditions);
  }
}

/** A planned import, and the findings of its texts. */
interface CheckedImport {
  planned: PlannedImport;
  findings: ImportFinding[];
}

/** A dry run of more bytes does not begin again, because the file is not kept beside the copy that the reader takes. */
const MAX_COPIED_BYTES = 16 * 1_048_576;

/** Copies the files of a request, whose memory the reader takes. */
const copyOf = (request: ReadRequest): ReadRequest => ({
  ...request,
  bytes: new Uint8Array(request.bytes),
  files: request.files?.map((file) => ({ ...file, bytes: new Uint8Array(file.bytes) })),
});

/**
 * Disk space that each text takes which an import writes, beside the bytes of its file: its row, the rows of its key and of the history,
 * their indexes, and the write-ahead log of these. Measured: 1,500 bytes for a new short text, 2,100 for a changed one.
 */
const DISK_BYTES_PER_TEXT = 2_500;
/** How often the bytes of the file are written: to a row, to the history, to the template of exports, and each to the log. */
const DISK_BYTES_PER_FILE_BYTE = 4;

/** Estimates the disk space that the execution of a plan takes. An import that changes nothing needs none. */
function diskBytes({ imported, updated }: ImportPlan, fileBytes: number): number {
  const written = imported + updated;
  return written && written * DISK_BYTES_PER_TEXT + fileBytes * DISK_BYTES_PER_FILE_BYTE;
}
