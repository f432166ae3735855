import type { ListedFile } from '../../language-files';
import type { SpooledContent } from '../cache/spool';
import { toRefusal } from '../export-errors';
import type { ExportPlan } from '../export-plan';
import type { Snapshot } from '../snapshot/snapshot';
import { FileTemplates } from './file-templates';
import { renderToSpool } from './render-to-spool';
import { UnwritableKeys } from './unwritable-keys';
import { languageFiles } from './zip-files';

/**
 * Renders the files of each language, one after the other.
 *
 * @param keep receives each file; its content belongs to it
 * @throws UnwritableKeysError, UnwritableExportError, UnwritablePathError, DuplicateNameError, ExportsBusyError
 */
export async function renderLanguageFiles(
  snapshot: Snapshot,
  plan: ExportPlan,
  keep: (file: ListedFile, rendered: SpooledContent) => Promise<void>,
): Promise<void> {
  const unwritable = new UnwritableKeys();
  try {
    const templates = await FileTemplates.find(snapshot, plan);
    for await (const { language, namespace, chunks } of languageFiles(snapshot, plan, templates, (warning) =>
      unwritable.notice(warning),
    )) {
      await keep({ language, namespace }, await renderToSpool(chunks));
    }
  } catch (error) {
    throw toRefusal(error);
  }
  unwritable.assertNone();
}
