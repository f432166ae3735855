import {
  addWarning,
  ArchiveError,
  createWarnings,
  FormatError,
  streamArchive,
  type Warning,
} from '../../language-files';
import { UnwritableExportError, UnwritablePathError } from '../export-errors';
import type { ExportPlan } from '../export-plan';
import { assertDistinctArbNames } from './arb-names';
import { serializePages } from './entry-queue';
import { FileEntries } from './file-entries';
import { readEntries, readFileHead } from './render-file';
import { renderToSpool } from './render-to-spool';
import type { Rendered } from './rendition-cache';
import type { Snapshot } from './snapshot';
import { assertDistinctNames } from './stripped-names';
import { filesInZip } from './zip-files';

/**
 * Renders the file or zip of an export.
 *
 * @throws UnwritableExportError, UnwritablePathError, DuplicateNameError, ExportsBusyError
 */
export async function renderExport(snapshot: Snapshot, plan: ExportPlan): Promise<Rendered> {
  const warnings = createWarnings();
  const warn = (warning: Warning): void => addWarning(warnings, warning);
  const { codec, languages, contentLanguage, zipped } = plan;
  try {
    const chunks = zipped ? streamArchive(filesInZip(snapshot, plan, warn)) : renderOnly(snapshot, plan, warn);
    const content = await renderToSpool(chunks);
    const { revision, name } = snapshot.project;
    const [extension = codec.id] = codec.extensions;
    if (zipped) return { ...content, revision, mediaType: 'application/zip', fileName: `${name}.zip`, warnings };
    const fileName = `${codec.multilingual ? name : languages[0]}.${extension}`;
    return { ...content, revision, mediaType: codec.mediaType, fileName, contentLanguage, warnings };
  } catch (error) {
    if (error instanceof ArchiveError) throw new UnwritablePathError(error);
    throw error instanceof FormatError ? new UnwritableExportError(error) : error;
  }
}

/** Renders an export of one file. */
async function* renderOnly(
  snapshot: Snapshot,
  plan: ExportPlan,
  warn: (warning: Warning) => void,
): AsyncGenerator<string | Uint8Array> {
  const { codec, languages, options } = plan;
  await assertDistinctNames(snapshot, options);
  await assertDistinctArbNames(snapshot, options);
  const file = { languages: codec.multilingual ? languages : languages.slice(0, 1), warn };
  const head = await readFileHead(snapshot, plan, file);
  yield* serializePages(codec, head, new FileEntries(readEntries(snapshot, plan, file)).of(0));
}
