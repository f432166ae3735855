import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { chunksOf } from '../database/chunks';
import { sortTags } from '../keys/key';
import { KeyStore } from '../project-write/stores/key-store';
import type { ProjectWrite } from '../project-write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { planLayout } from './import-layout';
import { leaveOutOvertaken } from './merge/layout-merges';
import { replaces } from './merge/merge-rule';
import type { MissingKeys } from './missing-keys';
import type { MissingTexts } from './missing-texts';
import type { PlannedImport } from './plan-import';
import type { NewFileTemplate } from '../project-write/stores/file-template-store';
import type { ImportedFile } from './reading/imported-file';
import { besideOf, type KeptFile } from './reading/kept-file';
import { findDifferences, warnOfDifferences } from './template-differences';
import { writeKeys, writeSettings } from './write-existing';

/**
 * Writes the keys and texts of a planned import, except the keys that it deletes, and compares them with its files.
 *
 * @param reads see `WriteInParts`
 * @returns the files to keep
 */
export async function writeTexts(
  write: ProjectWrite,
  planned: PlannedImport,
  options: ImportOptionsDto,
  reads: ProjectWrite,
): Promise<NewFileTemplate[]> {
  const { plan, missingKeys, missingTexts } = planned;
  const yielder = new EventLoopYielder();
  for (const names of chunksOf(plan.changedNames())) {
    write.changes.concernNames(names);
    await yielder.yieldIfDue();
  }
  const keys = new KeyStore(write);
  await keys.insert(plan.newKeys(sortTags(options.tags ?? []), write.project.sourceLanguage));
  await write.translations.insert(plan.texts('new'));
  await write.translations.replace(plan.texts('changed'));
  await writeSettings(write, planned);
  await writeKeys(write, planned, options);
  write.changes.concernNames(missingTexts?.concerned.values() ?? []);
  if (!deletes(missingKeys)) await removeTexts(write, missingTexts);
  return templatesOf(reads, planned, options);
}

/**
 * Writes the rest of a planned import. Keys are deleted here: a statement that refers to a key, as of a screenshot, would wait for ever for a
 * deletion in a part.
 *
 * @param templates what `writeTexts` has returned
 */
export async function executeImport(
  write: ProjectWrite,
  { file, newLanguages, missingKeys, missingTexts }: PlannedImport,
  options: ImportOptionsDto,
  templates: readonly NewFileTemplate[],
): Promise<void> {
  const { languageMeta, fileTemplates } = write;
  await write.addLanguages(newLanguages);
  if (deletes(missingKeys)) await removeTexts(write, missingTexts);
  const keys = new KeyStore(write);
  for (const ids of chunksOf(missingKeys?.ids ?? [])) await keys.delete(ids);
  for (const id of missingTexts?.templates ?? []) await fileTemplates.remove(id);
  const languages = languagesToKeep(write, newLanguages);
  const metas = [...file.languageMetas].filter(([language]) => languages.has(language));
  await languageMeta.set(new Map(metas), file.metaId);
  await fileTemplates.set(templates, replaces(options));
  const layout = await planLayout(write, file, options, languages, missingTexts?.files);
  if (layout) await write.fileLayouts.set(file.metaId, JSON.stringify(layout));
}

/** Keys are deleted with their texts, which `missingTexts` has too. */
const deletes = (missingKeys: MissingKeys | undefined): boolean =>
  missingKeys !== undefined && missingKeys.ids.length > 0;

/** The row of a key is written with the removal of a text of it, so that all of them are in one part. */
async function removeTexts(write: ProjectWrite, missingTexts: MissingTexts | undefined): Promise<void> {
  for (const texts of missingTexts?.texts.sets(write.tx.rowsPerStatement) ?? [])
    await write.together(({ translations }) => translations.remove(texts));
}

/** Returns the files to keep, with what they have otherwise than the project after the import. */
async function templatesOf(
  reads: ProjectWrite,
  { file, plan, newLanguages }: PlannedImport,
  options: ImportOptionsDto,
): Promise<NewFileTemplate[]> {
  await leaveOutOvertaken(reads, file, options);
  const templates: NewFileTemplate[] = [];
  for (const kept of keptFilesOf(file, languagesToKeep(reads, newLanguages))) {
    const differences = isCompared(reads, file) && (await findDifferences(reads, { file, plan }, kept));
    if (kept.isLeftOut) continue;
    const ofFile = JSON.stringify({ ...kept.options, ...differences });
    templates.push({ ...kept, beside: besideOf(kept), hash: Buffer.from(kept.hash), options: ofFile });
  }
  return templates;
}

/** Adds the warnings that the execution of a planned import adds. */
export async function warnOfExecution(
  write: ProjectWrite,
  { file, plan, newLanguages }: PlannedImport,
  options: ImportOptionsDto,
): Promise<void> {
  const languages = languagesToKeep(write, newLanguages);
  if (isCompared(write, file))
    for (const kept of keptFilesOf(file, languages)) await warnOfDifferences(write, { file, plan }, kept);
  await planLayout(write, file, options, languages);
}

/**
 * Returns the languages whose files and metadata the project keeps: a file with the texts that the project has in a language that the
 * caller cannot write changes nothing.
 */
const languagesToKeep = ({ languages, rights }: ProjectWrite, newLanguages: readonly string[]): Set<string> =>
  new Set(['', ...languages, ...newLanguages].filter((language) => rights.canWriteIn(language)));

const keptFilesOf = ({ keptFiles }: ImportedFile, languages: ReadonlySet<string>): KeptFile[] =>
  keptFiles.filter(({ language }) => languages.has(language));

/** The only file of an empty project has what the project has then. */
const isCompared = ({ project }: ProjectWrite, { keptFiles }: ImportedFile): boolean =>
  project.stringCount > 0 || keptFiles.length > 1;
