import {
  addToLayout,
  addWarning,
  extendLayout,
  type FileLayout,
  type LayoutFile,
  layoutOfLanguages,
  mergeLayouts,
  missingLanguages,
  movedLanguages,
  replaceLayout,
} from '../language-files';
import type { ProjectWrite } from '../project-write/project-write';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { replaces } from './merge/merge-rule';
import type { ImportedFile } from './reading/imported-file';

/**
 * Plans the paths of exports after the import of a zip. The files of languages that the caller cannot write keep their paths. A zip that
 * lacks files of some languages changes no path of a language that has files, with a warning.
 *
 * @param written the languages whose files the import replaces
 * @param gone files of the project that a zip with a list of its files removes
 * @returns undefined if the paths stay as they are
 */
export async function planLayout(
  write: ProjectWrite,
  file: ImportedFile,
  options: ImportOptionsDto,
  written: ReadonlySet<string>,
  gone: readonly LayoutFile[] = [],
): Promise<FileLayout | undefined> {
  const ofZip = file.layout && layoutOfLanguages(file.layout, (language) => written.has(language));
  if (!ofZip) return undefined;
  const earlier = await write.fileLayouts.find<FileLayout>(file.metaId);
  if (!replaces(options)) return extendLayout(earlier, ofZip);
  if (file.hasFileList) return addToLayout(earlier, ofZip, gone);
  const hasAllFiles = options.deleteMissing || options.missingTexts === 'remove';
  const isForeign = (language: string): boolean => write.languages.includes(language) && !written.has(language);
  if (hasAllFiles && !(earlier && layoutOfLanguages(earlier, isForeign))) return replaceLayout(earlier, ofZip);
  const layout = mergeLayouts(earlier, ofZip, (language) => write.languages.includes(language));
  if (earlier) warnAboutPaths(file, { earlier, ofZip, layout }, write.languages);
  return layout;
}

function warnAboutPaths(
  { warnings }: ImportedFile,
  { earlier, ofZip, layout }: Record<'earlier' | 'ofZip' | 'layout', FileLayout>,
  inUse: readonly string[],
): void {
  const kept = movedLanguages(ofZip, layout);
  if (kept.length === 0) return;
  const staying = missingLanguages(earlier, ofZip).filter((language) => inUse.includes(language));
  const reason = `this zip has other paths, and does not replace the files of ${staying.sort().join(', ')}`;
  addWarning(warnings, {
    code: 'layout_kept',
    detail: `exports keep the paths of ${kept.sort().join(', ')}: ${reason}`,
  });
}
