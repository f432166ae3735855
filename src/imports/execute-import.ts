import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { chunksOf } from '../database/chunks';
import { sortTags } from '../keys/key';
import { KeyStore } from '../project-write/stores/key-store';
import { codecById } from '../language-files';
import type { ProjectWrite } from '../project-write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { planLayout } from './import-layout';
import { leaveOutOvertaken } from './merge/layout-merges';
import { replaces } from './merge/merge-rule';
import type { MissingTexts } from './missing-texts';
import type { PlannedImport } from './plan-import';
import type { NewFileTemplate } from '../project-write/stores/file-template-store';
import { isDescribed } from './reading/described-key';
import type { ImportedFile } from './reading/imported-file';
import { besideOf, type KeptFile } from './reading/kept-file';
import { findDifferences, warnOfDifferences } from './template-differences';

/** Writes the new keys, and the texts that are new or changed, of a planned import. */
export async function writeTexts(
  write: ProjectWrite,
  { plan }: PlannedImport,
  { tags = [] }: ImportOptionsDto,
): Promise<void> {
  const yielder = new EventLoopYielder();
  for (const names of chunksOf(plan.changedNames())) {
    write.changes.concernNames(names);
    await yielder.yieldIfDue();
  }
  await new KeyStore(write).insert(plan.newKeys(sortTags(tags), write.project.sourceLanguage));
  await write.translations.insert(plan.texts('new'));
  await write.translations.replace(plan.texts('changed'));
}

/** Writes the rest of a planned import: other keys and texts than `writeTexts`, whose rows it does not read. */
export async function executeImport(
  write: ProjectWrite,
  { file, plan, newLanguages, missingKeys, missingTexts, keptLabels }: PlannedImport,
  options: ImportOptionsDto,
): Promise<void> {
  const { translations, languageMeta, project } = write;
  const keys = new KeyStore(write);
  const yielder = new EventLoopYielder();
  const { tags = [] } = options;
  const overwrite = replaces(options);
  await write.addLanguages(newLanguages);
  await translations.remove(plan.removedTexts());
  if (missingTexts) await removeMissing(write, missingTexts);
  for (const ids of chunksOf(missingKeys?.ids ?? [])) await keys.delete(ids);
  await translations.setMeta(plan.metas(), file.metaId);
  await translations.setStates(plan.states());
  // New keys are inserted with their descriptions.
  if (project.stringCount > 0) {
    const clearsPaths = overwrite && codecById(file.format)?.nests === true && (await keys.hasPaths());
    for (const page of chunksOf(plan.otherKeys())) {
      const taken = page.map((key) => keptLabels.without(key));
      const described = tags.length > 0 || clearsPaths ? taken : taken.filter(isDescribed);
      await keys.describe(described, { metaId: file.metaId, overwrite, tags: sortTags(tags), clearsPaths });
      await yielder.yieldIfDue();
    }
  }
  await keys.nameBySource(plan.keysNamedBySource());
  const languages = languagesToKeep(write, newLanguages);
  const metas = [...file.languageMetas].filter(([language]) => languages.has(language));
  await languageMeta.set(new Map(metas), file.metaId);
  await leaveOutOvertaken(write, file, options);
  const templates: NewFileTemplate[] = [];
  for (const kept of keptFilesOf(file, languages)) {
    const differences = isCompared(write, file) && (await findDifferences(write, { file, plan }, kept));
    if (kept.isLeftOut) continue;
    const options = JSON.stringify({ ...kept.options, ...differences });
    templates.push({ ...kept, beside: besideOf(kept), hash: Buffer.from(kept.hash), options });
  }
  await write.fileTemplates.set(templates, overwrite);
  const layout = await planLayout(write, file, options, languages, missingTexts?.files);
  if (layout) await write.fileLayouts.set(file.metaId, JSON.stringify(layout));
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

async function removeMissing(write: ProjectWrite, { texts, templates, concerned }: MissingTexts): Promise<void> {
  write.changes.concernNames(concerned.values());
  await write.translations.remove(texts);
  for (const id of templates) await write.fileTemplates.remove(id);
}
