import { Inject, Injectable } from '@nestjs/common';
import { type Principal, requireScopes } from '../common/access/principal';
import { EventLoopYielder } from '../common/event-loop-yielder';
import { validated } from '../common/validation/validation.pipe';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { KeyStore } from '../keys/key-store';
import { addLanguages, assertRoomForLanguages } from '../projects/project-details.service';
import { UnknownLanguageError } from '../projects/project-errors';
import { type ProjectWrite, ProjectWriter } from '../projects/write/project-writer';
import { ProjectsService } from '../projects/projects.service';
import { ImportOptionsDto } from './dto/import-options.dto';
import { type ImportResult, MAX_DETAILS } from './import-result';
import { DeleteMissingRefusedError } from './import-errors';
import { ImportPlan, type UnitState } from './import-plan';
import { ImportStore } from './import-store';
import { getAction, type UnitAction } from './unit-action';
import { ImportReader } from './reading/import-reader';
import type { ImportedFile } from './reading/imported-file';
import type { Upload } from '../http/bodies/upload';
import { addWarning } from '../language-files';

/** What an import will have done, and the warnings of its making. */
interface Planned {
  plan: ImportPlan;
  missing: { id: string; name: string }[];
  newLanguages: string[];
}

const PLURAL_KEYS = prepared(
  `SELECT name FROM keys k WHERE project_id = $1 AND EXISTS (SELECT FROM translations t
   WHERE t.project_id = $1 AND t.key_id = k.id AND t.text ~ '^\\{[^{}]*,\\s*(plural|selectordinal)\\s*,')`,
);

@Injectable()
export class ImportService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly writer: ProjectWriter,
    private readonly reader: ImportReader,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Reads the file outside of any transaction, then compares, plans and writes it in one.
   * @throws RefusedFileError and other 400s before anything is written
   */
  async run(principal: Principal, projectId: string, upload: Upload): Promise<ImportResult> {
    const { sourceLanguage, targetLanguages } = await this.projects.get(principal, projectId);
    const { file, fields } = await upload.read(this.settings.maxUploadBytes);
    const options = validated(ImportOptionsDto, fields, 'query');
    if (options.createLanguages) requireScopes(principal, 'projects:write');
    if (options.deleteMissing) requireScopes(principal, 'keys:delete');
    const { format, language, namespace } = options;
    const placeholders = options.placeholders === 'keep' ? undefined : options.placeholders;
    const pluralKeys = asksForPlurals(format, file.fileName) ? await this.pluralKeys(projectId) : undefined;
    const request = { ...file, format, language, namespace, placeholders, pluralKeys, sourceLanguage, targetLanguages };
    const read = await this.reader.read(request);
    return this.writer.write(principal, projectId, async (write) => {
      const planned = await this.plan(write, read, options);
      if (planned.plan.newKeys.length > 0) requireScopes(principal, 'keys:write');
      if (!options.dryRun) await carryOut(write, read, planned, options);
      return resultOf(read, planned, options);
    });
  }

  /** A single `item_other` is a plural only where `item` is known for one. */
  private async pluralKeys(projectId: string): Promise<Set<string>> {
    const rows = await this.database.rows<{ name: string }>(PLURAL_KEYS, [projectId]);
    return new Set(rows.map(({ name }) => name));
  }

  /** @throws UnknownLanguageError, DeleteMissingRefusedError */
  private async plan(write: ProjectWrite, read: ImportedFile, options: ImportOptionsDto): Promise<Planned> {
    const { sourceLanguage, stringCount, id } = write.project;
    const named = new Set(read.units.map(({ language }) => language));
    const newLanguages = [...named].filter((language) => !write.languages.includes(language));
    if (newLanguages.length > 0 && !options.createLanguages) {
      throw new UnknownLanguageError(newLanguages, () => ({ parameter: 'language' }));
    }
    assertRoomForLanguages(write, newLanguages);
    if (options.deleteMissing && (read.keys.length === 0 || !named.has(sourceLanguage)))
      throw new DeleteMissingRefusedError();
    const actions = read.units.map((unit) => getAction(unit, options, sourceLanguage));
    warnOfSourceTextsKept(read, options, sourceLanguage);
    const store = new ImportStore(write.tx, id);
    const plan = new ImportPlan(read, actions);
    const states = stringCount === 0 ? allAsNew(actions) : store.states(read, actions, sourceLanguage);
    const turns = new EventLoopYielder();
    for await (const state of states) {
      plan.add(state);
      const turn = turns.yieldIfDue();
      if (turn) await turn;
    }
    const missing =
      options.deleteMissing && stringCount > 0 ? await store.missingFrom(read.keys, options.namespace) : [];
    return { plan, missing, newLanguages };
  }
}

/** Formats that cannot tell a plural of one form from a text; files that may be of one. */
const asksForPlurals = (format: string | undefined, fileName = ''): boolean =>
  format === undefined ? /\.(?:ya?ml|zip)$/i.test(fileName) : ['i18next', 'yaml-rails'].includes(format);

/** An empty project needs no comparison. */
function* allAsNew(actions: readonly UnitAction[]): Generator<UnitState> {
  for (const [unit, action] of actions.entries()) {
    yield { unit, keyId: null, had: false, same: false, sameMeta: action !== 'set' };
  }
}

async function carryOut(
  write: ProjectWrite,
  read: ImportedFile,
  planned: Planned,
  options: ImportOptionsDto,
): Promise<void> {
  const { plan, missing, newLanguages } = planned;
  const { tx, project, principal } = write;
  const hadKeys = project.stringCount > 0;
  const keys = new KeyStore(tx, project.id);
  const store = new ImportStore(tx, project.id);
  await addLanguages(write, newLanguages);
  await keys.insertKeys(plan.newKeys);
  await keys.upsertTexts(plan.texts, principal.apiKeyId);
  await keys.deleteTexts(plan.cleared);
  await keys.deleteKeys(missing.map(({ id }) => id));
  write.countKeys(plan.newKeys.length - missing.length);
  await store.setMetas(plan.metas, read.metaId);
  const described = hadKeys && (await store.describeKeys(read.keys, read.metaId, options.conflict === 'overwrite'));
  const aboutLanguages = await store.setLanguageMetas(read.languageMetas, read.metaId);
  const anyText =
    plan.texts.length + plan.cleared.length + plan.metas.length + plan.newKeys.length + missing.length > 0;
  if (anyText || described || aboutLanguages) write.markChanged();
}

function warnOfSourceTextsKept(
  read: ImportedFile,
  { empty, conflict }: ImportOptionsDto,
  sourceLanguage: string,
): void {
  if (empty !== 'clear' || conflict !== 'overwrite') return;
  for (const { text, language, key, fromSource } of read.units) {
    if (text !== '' || language !== sourceLanguage || fromSource) continue;
    const detail = 'an empty source text does not remove the one that is there';
    addWarning(read.warnings, { code: 'source_text_kept', detail, key: read.keys[key]?.name, language });
  }
}

function resultOf(
  read: ImportedFile,
  { plan, missing, newLanguages }: Planned,
  { details }: ImportOptionsDto,
): ImportResult {
  const { imported, updated, skipped } = plan;
  if (!details) return { imported, updated, skipped };
  return {
    imported,
    updated,
    skipped,
    details: {
      units: plan.details,
      createdKeys: plan.newKeys.length,
      createdLanguages: newLanguages,
      deletedKeys: missing.slice(0, MAX_DETAILS).map(({ name }) => name),
      deletedKeyCount: missing.length,
    },
    warnings: read.warnings,
  };
}
