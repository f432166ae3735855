import { addWarning, createWarnings, streamArchive, type Warning } from '../../language-files';
import { toRefusal } from '../export-errors';
import type { ExportPlan } from '../export-plan';
import { assertDistinctArbNames } from './arb-names';
import type { FormerFileSlot } from '../cache/kept-files';
import { ContinuedFile } from './continued-file';
import { FileTemplates } from './file-templates';
import { renderToSpool } from './render-to-spool';
import type { RenditionContent } from '../cache/rendition';
import type { Snapshot } from '../snapshot/snapshot';
import { assertDistinctNames } from './stripped-names';
import { UnwritableKeys } from './unwritable-keys';
import { filesInZip } from './zip-files';

/**
 * Renders the file or zip of an export.
 *
 * @param former the place of the former file of the export, from which a file can be continued. Default: it is rendered
 *   anew
 * @throws UnwritableKeysError, UnwritableExportError, UnwritablePathError, DuplicateNameError, ExportsBusyError
 */
export async function renderExport(
  snapshot: Snapshot,
  plan: ExportPlan,
  former?: FormerFileSlot,
): Promise<RenditionContent> {
  const warnings = createWarnings();
  const { codec, languages, contentLanguage, zipped } = plan;
  try {
    const templates = await FileTemplates.find(snapshot, plan);
    const unwritable = new UnwritableKeys();
    const warn = (warning: Warning): void => {
      templates.notice(warning);
      unwritable.notice(warning);
      addWarning(warnings, warning);
    };
    const chunks = zipped
      ? streamArchive(filesInZip(snapshot, plan, templates, warn))
      : renderOnly(snapshot, plan, templates, { warn, former });
    const written = plan.options.unwritable === 'skip' ? chunks : unwritable.refusedBehind(chunks);
    const content = { ...(await renderToSpool(written)), layout: templates.layout };
    const { revision, name } = snapshot.project;
    const [extension = codec.id] = codec.extensions;
    if (zipped) return { ...content, revision, mediaType: 'application/zip', fileName: `${name}.zip`, warnings };
    const fileName = `${codec.multilingual ? name : languages[0]}.${extension}`;
    return { ...content, revision, mediaType: codec.mediaType, fileName, contentLanguage, warnings };
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Renders an export of one file. */
async function* renderOnly(
  snapshot: Snapshot,
  plan: ExportPlan,
  templates: FileTemplates,
  { warn, former }: { warn: (warning: Warning) => void; former?: FormerFileSlot },
): AsyncGenerator<string | Uint8Array> {
  const { codec, languages, options } = plan;
  await assertDistinctNames(snapshot, options);
  await assertDistinctArbNames(snapshot, options);
  const selected = codec.multilingual ? languages : languages.slice(0, 1);
  const template = templates.choose(undefined, selected[0]);
  const file = { languages: selected, hasTemplates: template !== undefined, warn };
  yield* new ContinuedFile(snapshot, plan, file, { template, former }).render();
}
