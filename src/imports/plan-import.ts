import { lookUpLanguage } from '../common/language-tag';
import type { TranslationState } from '../common/translation-state';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { MAX_TAGS } from '../common/validation/text-rules';
import { chunksOf, ROWS_PER_STATEMENT } from '../database/chunks';
import type { BoundedRow } from '../database/first-bytes';
import { sortTags } from '../keys/key';
import { TooManyTagsError } from '../keys/key-errors';
import { addWarning, codecById, createWarnings } from '../language-files';
import { UnknownLanguageError } from '../project-write/project-errors';
import type { ProjectWrite } from '../project-write/project-write';
import { KeyStore } from '../project-write/stores/key-store';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { DetailsPage, FIRST_PAGE, readDetailsCursor } from './details-page';
import { MergeBase } from './merge/base';
import { Choices } from './merge/choices';
import { mergeLabels } from './merge/merge-labels';
import { conflictRule, replaces } from './merge/merge-rule';
import { Merging } from './merge/merging';
import { DeleteMissingRefusedError } from './import-errors';
import { ImportPlan, type TextRules } from './import-plan';
import { ImportQuery } from './import-query';
import { ImportRights, Refusals } from './import-rights';
import { KeptLabels } from './kept-labels';
import { findMissingKeys, type MissingKeys } from './missing-keys';
import type { OtherTexts } from './other-files';
import { isDescribed } from './reading/described-key';
import type { ImportedFile } from './reading/imported-file';
import { findMissingTexts, type MissingTexts } from './missing-texts';
import { getAction } from './unit-action';
import type { Candidate, UnitState } from './unit-effect';

/** The behaviour of an import where its options say nothing. */
export interface ImportDefaults {
  /**
   * The state of new and changed texts in target languages, where neither the file nor the option `state` has one. Default:
   * `translated`.
   */
  targetState?: TranslationState;
}

/** All changes of an import. */
export interface PlannedImport {
  file: ImportedFile;
  plan: ImportPlan;
  /** Languages that the project does not have. */
  newLanguages: string[];
  /** Keys that `deleteMissing` deletes. */
  missingKeys?: MissingKeys;
  /** Texts and files that `missingTexts` removes. */
  missingTexts?: MissingTexts;
  /** Of an import with a base. */
  merging?: Merging;
  /** Why the caller may not make some of the changes, without a base. */
  refusals: Refusals;
  keptLabels: KeptLabels;
  /** Keys that exist lose the paths that the file does not have. */
  clearsPaths: boolean;
}

/**
 * Compares a file with the locked project and plans the import.
 *
 * @param otherTexts of the templates that the file does not replace
 * @throws UnknownRevisionError, RevisionPrunedError for a base that cannot be read
 * @throws UnknownLanguageError, TooManyLanguagesError, DeleteMissingRefusedError, TooManyTagsError, and the errors of
 * `readDetailsCursor` and of `Choices.assertUsed`
 */
export async function planImport(
  write: ProjectWrite,
  file: ImportedFile,
  options: ImportOptionsDto & ImportDefaults,
  otherTexts: OtherTexts,
): Promise<PlannedImport> {
  const { sourceLanguage, stringCount, id } = write.project;
  const details = new DetailsPage(readDetailsCursor(options, write.project.revision), options);
  const { languagesInUse } = file.units;
  const newLanguages = findNewLanguages(write, file, new Set([...languagesInUse, ...file.languages]), options);
  if (options.deleteMissing && (file.keys.length === 0 || !languagesInUse.includes(sourceLanguage)))
    throw new DeleteMissingRefusedError();
  await warnAboutKeptSourceTexts(file, options, sourceLanguage);
  const base = options.base === undefined ? undefined : await MergeBase.read(write, options.base, file);
  const merging = base && new Merging(base, conflictRule(options), new Choices(options));
  const query = new ImportQuery(write.tx, id, base);
  const isEmpty = stringCount === 0 && !base;
  if (options.tags && !isEmpty) await assertRoomForTags(query, file, sortTags(options.tags));
  const rules: TextRules = {
    keepsReviewed: options.conflict === 'keep-reviewed' && !base,
    rights: new ImportRights(write.principal, write.project.protectReviewed),
  };
  const compare = (plan: ImportPlan, candidates: Iterable<Candidate>): Promise<ImportPlan> =>
    comparedWith(
      (some) => (isEmpty ? statesOfEmptyProject(some) : query.states(file, some, sourceLanguage, plan.details)),
      plan,
      candidates,
    );
  const candidates = candidatesOf(file, options, sourceLanguage);
  const revived = base && (await findRevived({ file, base, options, rules, sourceLanguage }, compare));
  const plan = await compare(new ImportPlan(file, details, rules, merging, revived), candidates);
  const missingKeys =
    options.deleteMissing && !isEmpty
      ? await findMissingKeys(query, file, options, details.start.deletedKeys, rules.rights, merging)
      : undefined;
  const missingTexts =
    options.missingTexts === 'remove' && !isEmpty
      ? await findMissingTexts(
          write,
          query,
          { file, plan },
          options,
          otherTexts,
          rules,
          details,
          merging,
          missingKeys?.kept,
        )
      : undefined;
  const keptLabels = merging ? await mergeLabels(merging, file, rules.rights) : new KeptLabels();
  if (!rules.rights.canDescribe && !isEmpty) await keepAllLabels(write, { file, plan, keptLabels }, replaces(options));
  merging?.choices.assertUsed();
  const nests = codecById(file.format)?.nests === true;
  const clearsPaths = nests && replaces(options) && !isEmpty && (await new KeyStore(write).hasPaths());
  const refusals = Refusals.of([plan.refusals, ...(missingTexts ? [missingTexts.refusals] : [])]);
  return { file, plan, newLanguages, missingKeys, missingTexts, merging, refusals, keptLabels, clearsPaths };
}

/** Leaves all descriptions and length limits as they are, with a warning about those that the import would change. */
async function keepAllLabels(
  write: ProjectWrite,
  { file, plan, keptLabels }: Pick<PlannedImport, 'file' | 'plan' | 'keptLabels'>,
  overwrite: boolean,
): Promise<void> {
  const { metaId, warnings } = file;
  const keys = new KeyStore(write);
  const yielder = new EventLoopYielder();
  let count = 0;
  for (const page of chunksOf(plan.otherKeys())) {
    const described = page.map(({ key }) => keptLabels.without(key)).filter(isDescribed);
    if (described.length > 0) count += await keys.countDescribed(described, { metaId, overwrite });
    await yielder.yieldIfDue();
  }
  keptLabels.addAll();
  const stay = 'without the scope keys:write, descriptions and length limits of existing keys stay as they are';
  const detail = `${stay}; keys for which the file has others: ${count}`;
  if (count > 0) addWarning(warnings, { code: 'describe_not_allowed', detail });
}

/** @returns the languages that the project does not have, also where their files have no texts */
function findNewLanguages(
  write: ProjectWrite,
  { files }: ImportedFile,
  languages: ReadonlySet<string>,
  options: ImportOptionsDto,
): string[] {
  const newLanguages = [...languages].filter((language) => !write.languages.includes(language));
  if (newLanguages.length > 0 && !options.createLanguages) {
    const fileOf = (language: string): string | undefined =>
      files.find((file) => file.languages.includes(language))?.path;
    throw new UnknownLanguageError(
      newLanguages,
      (language) => {
        const file = fileOf(language);
        return { parameter: 'language', ...(file !== undefined && { file }) };
      },
      (language) => lookUpLanguage(language, write.languages),
    );
  }
  write.rights.assertLanguages(newLanguages);
  write.assertRoomForLanguages(newLanguages);
  return newLanguages;
}

/** @throws TooManyTagsError */
async function assertRoomForTags(query: ImportQuery, { keys }: ImportedFile, tags: readonly string[]): Promise<void> {
  const yielder = new EventLoopYielder();
  for (const page of chunksOf(keys, ROWS_PER_STATEMENT, ({ name }) => name.length)) {
    const names = page.map(({ name }) => name);
    const crowded = await query.findCrowdedKey(names, tags, MAX_TAGS);
    if (crowded !== undefined) throw new TooManyTagsError(crowded);
    await yielder.yieldIfDue();
  }
}

/**
 * Compares the units of keys that were deleted since the base, without recording anything of them.
 *
 * @returns a plan in which the deleted keys are new if a text of the file is taken for them; undefined if no key was deleted
 */
async function findRevived(
  { file, base, options, rules, sourceLanguage }: Compared,
  compare: (plan: ImportPlan, candidates: Iterable<Candidate>) => Promise<ImportPlan>,
): Promise<ImportPlan | undefined> {
  if (base.formerIds.size === 0) return undefined;
  const merging = new Merging(base, conflictRule(options), new Choices(options));
  const details = new DetailsPage(FIRST_PAGE, { details: false, detailsOf: 'changes' });
  const plan = new ImportPlan({ ...file, warnings: createWarnings() }, details, rules, merging);
  return compare(
    plan,
    candidatesOf(file, options, sourceLanguage, (key) => base.formerIds.has(key)),
  );
}

/** The file of an import, and all that its units are compared with. */
interface Compared {
  file: ImportedFile;
  base: MergeBase;
  options: ImportOptionsDto;
  rules: TextRules;
  sourceLanguage: string;
}

/** @param isWanted selects the units by the indexes of their keys. Default: all */
function* candidatesOf(
  { units }: ImportedFile,
  options: ImportOptionsDto & ImportDefaults,
  sourceLanguage: string,
  isWanted: (key: number) => boolean = () => true,
): Generator<Candidate> {
  for (let index = 0; index < units.length; index++) {
    if (!isWanted(units.keyAt(index))) continue;
    const unit = units.at(index);
    const action = getAction(unit, options, sourceLanguage);
    const state = unit.state ?? (unit.fromSource || unit.text === null ? undefined : options.state);
    const changedState = unit.language === sourceLanguage ? undefined : options.targetState;
    yield { index, unit, action, state, changedState };
  }
}

type ReadState = UnitState & Partial<BoundedRow>;

const lengthOf = ({ unit }: Candidate): number => (unit.text?.length ?? 0) + (unit.meta?.length ?? 0);

/**
 * @param read returns the states of units in the order of the file, or of the first of them, of which the last has
 *   others behind it. Units without a state do not change.
 */
async function comparedWith(
  read: (candidates: readonly Candidate[]) => Promise<Iterable<ReadState>> | Iterable<ReadState>,
  plan: ImportPlan,
  candidates: Iterable<Candidate>,
): Promise<ImportPlan> {
  const yielder = new EventLoopYielder();
  for (const page of chunksOf(candidates, ROWS_PER_STATEMENT, lengthOf)) {
    for (let rest: readonly Candidate[] = page; rest.length > 0;) {
      let end = rest.length;
      let place = 0;
      for (const state of await read(rest)) {
        while (place < rest.length && rest[place]?.index !== state.unit) place++;
        const candidate = rest[place];
        if (!candidate) throw new Error(`the file has no unit ${state.unit}`);
        plan.add(candidate, state);
        end = state.hasNext ? place + 1 : rest.length;
        const pause = yielder.yieldIfDue();
        if (pause) await pause;
      }
      rest = rest.slice(end);
    }
  }
  return plan;
}

/** An empty project is not compared: every unit is new. */
function* statesOfEmptyProject(candidates: readonly Candidate[]): Generator<ReadState> {
  for (const { index } of candidates)
    yield { unit: index, keyId: null, hasText: false, same: false, sameMeta: true, state: null, isOtherState: false };
}

async function warnAboutKeptSourceTexts(
  { units, keys, warnings }: ImportedFile,
  options: ImportOptionsDto,
  sourceLanguage: string,
): Promise<void> {
  if (options.empty !== 'clear' || !replaces(options)) return;
  const yielder = new EventLoopYielder();
  for (const { text, language, key, fromSource } of units) {
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
    if (text !== '' || language !== sourceLanguage || fromSource) continue;
    const detail = 'an empty text does not remove a source text';
    addWarning(warnings, { code: 'source_text_kept', detail, key: keys.name(key), language });
  }
}
