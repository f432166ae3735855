import { EventLoopYielder } from '../common/event-loop-yielder';
import { addWarning } from '../language-files';
import { UnknownLanguageError } from '../projects/project-errors';
import type { ProjectWrite } from '../projects/write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { DeleteMissingRefusedError } from './import-errors';
import { ImportPlan, type UnitState } from './import-plan';
import { ImportQuery, type NamedKey } from './import-query';
import type { ImportedFile } from './reading/imported-file';
import { getAction, type UnitAction } from './unit-action';

/** All changes of an import. */
export interface PlannedImport {
  file: ImportedFile;
  plan: ImportPlan;
  /** Languages that the project does not have. */
  newLanguages: string[];
  /** Keys that `deleteMissing` deletes. */
  missingKeys: NamedKey[];
}

/**
 * Compares a file with the locked project and plans the import.
 *
 * @throws UnknownLanguageError, TooManyLanguagesError, DeleteMissingRefusedError
 */
export async function planImport(
  write: ProjectWrite,
  file: ImportedFile,
  options: ImportOptionsDto,
): Promise<PlannedImport> {
  const { sourceLanguage, stringCount, id } = write.project;
  const languages = new Set(file.units.map(({ language }) => language));
  const newLanguages = findNewLanguages(write, languages, options);
  if (options.deleteMissing && (file.keys.length === 0 || !languages.has(sourceLanguage)))
    throw new DeleteMissingRefusedError();
  warnAboutKeptSourceTexts(file, options, sourceLanguage);
  const actions = file.units.map((unit) => getAction(unit, options, sourceLanguage));
  const query = new ImportQuery(write.tx, id);
  const isEmpty = stringCount === 0;
  const plan = await comparedWith(
    isEmpty ? statesOfEmptyProject(actions) : query.states(file, actions, sourceLanguage),
    file,
    actions,
  );
  const missingKeys = options.deleteMissing && !isEmpty ? await query.missingKeys(file.keys, options.namespace) : [];
  return { file, plan, newLanguages, missingKeys };
}

/** @returns the languages that the project does not have */
function findNewLanguages(write: ProjectWrite, languages: Iterable<string>, options: ImportOptionsDto): string[] {
  const newLanguages = [...languages].filter((language) => !write.languages.includes(language));
  if (newLanguages.length > 0 && !options.createLanguages) {
    throw new UnknownLanguageError(newLanguages, () => ({ parameter: 'language' }));
  }
  write.assertRoomForLanguages(newLanguages);
  return newLanguages;
}

async function comparedWith(
  states: AsyncIterable<UnitState> | Iterable<UnitState>,
  file: ImportedFile,
  actions: readonly UnitAction[],
): Promise<ImportPlan> {
  const plan = new ImportPlan(file, actions);
  const yielder = new EventLoopYielder();
  for await (const state of states) {
    plan.add(state);
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
  }
  return plan;
}

/** An empty project is not compared: every unit is new. */
function* statesOfEmptyProject(actions: readonly UnitAction[]): Generator<UnitState> {
  for (const unit of actions.keys()) yield { unit, keyId: null, hasText: false, same: false, sameMeta: true };
}

function warnAboutKeptSourceTexts(
  { units, keys, warnings }: ImportedFile,
  { empty, conflict }: ImportOptionsDto,
  sourceLanguage: string,
): void {
  if (empty !== 'clear' || conflict !== 'overwrite') return;
  for (const { text, language, key, fromSource } of units) {
    if (text !== '' || language !== sourceLanguage || fromSource) continue;
    const detail = 'an empty text does not remove a source text';
    addWarning(warnings, { code: 'source_text_kept', detail, key: keys[key]?.name, language });
  }
}
