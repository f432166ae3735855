import {
  addWarning,
  ArchiveError,
  createWarnings,
  type EntryToWrite,
  type FormatCodec,
  FormatError,
  type Meta,
  streamArchive,
  type Warning,
} from '../../language-files';
import type { ExportOptionsDto } from '../dto/export-options.dto';
import { DuplicateStrippedNameError, UnwritableExportError, UnwritablePathError } from '../export-errors';
import type { ExportPlan } from '../export-plan';
import { entryPages, type FileSelection } from './entry-pages';
import { serializePages } from './entry-queue';
import { renderToSpool } from './render-to-spool';
import type { Rendered } from './rendition-cache';
import type { Snapshot } from './snapshot';

type Warn = (warning: Warning) => void;

/**
 * Renders the file or zip of an export.
 *
 * @throws UnwritableExportError, UnwritablePathError, DuplicateStrippedNameError, ExportsBusyError
 */
export async function renderExport(snapshot: Snapshot, plan: ExportPlan): Promise<Rendered> {
  const warnings = createWarnings();
  const warn: Warn = (warning) => addWarning(warnings, warning);
  const { codec, languages, zipped } = plan;
  try {
    const content = zipped
      ? await renderToSpool(streamArchive(filesInZip(snapshot, plan, await listSections(snapshot, plan), warn)))
      : await renderToSpool(renderFile(snapshot, plan, codec.multilingual ? languages : languages.slice(0, 1), warn));
    const { revision, name } = snapshot.project;
    const [extension = codec.id] = codec.extensions;
    if (zipped) return { ...content, revision, mediaType: 'application/zip', fileName: `${name}.zip`, warnings };
    const fileName = `${codec.multilingual ? name : languages[0]}.${extension}`;
    return { ...content, revision, mediaType: codec.mediaType, fileName, warnings };
  } catch (error) {
    if (error instanceof ArchiveError) throw new UnwritablePathError(error);
    throw error instanceof FormatError ? new UnwritableExportError(error) : error;
  }
}

const SELECT_NAMESPACES = `SELECT DISTINCT namespace COLLATE "C" AS namespace FROM keys
  WHERE project_id = $1 AND ($2::text IS NULL OR namespace = $2) ORDER BY 1`;
const SELECT_LANGUAGE_META = 'SELECT meta -> $3 AS meta FROM language_meta WHERE project_id = $1 AND language = $2';

/** The keys that one file of a zip contains. */
type Section = Pick<ExportOptionsDto, 'namespace' | 'stripNamespace'>;

/**
 * Returns the requested keys as one section or, for a format with a file per namespace, a section for each namespace.
 */
async function listSections({ tx, project }: Snapshot, { codec, options }: ExportPlan): Promise<Section[]> {
  if (!codec.filePerNamespace) return [options];
  const rows = await tx.rows<{ namespace: string }>(SELECT_NAMESPACES, [project.id, options.namespace ?? null]);
  const sections = rows.map(({ namespace }) => ({ namespace, stripNamespace: namespace !== '' }));
  return sections.length > 0 ? sections : [{ namespace: '', stripNamespace: false }];
}

function* filesInZip(
  snapshot: Snapshot,
  plan: ExportPlan,
  sections: readonly Section[],
  warn: Warn,
): Generator<{ path: string; chunks: AsyncIterable<string | Uint8Array> }> {
  const { codec, options } = plan;
  const [extension = codec.id] = codec.extensions;
  for (const language of plan.languages) {
    const isSource = language === snapshot.project.sourceLanguage;
    for (const section of sections) {
      const { namespace, stripNamespace } = section;
      const path = codec.pathOf?.(language, stripNamespace ? namespace : undefined, isSource);
      const file = { codec, options: { ...options, ...section } };
      yield {
        path: path ?? `${language}.${extension}`,
        chunks: renderFile(snapshot, file, [language], (warning) => warn({ language, ...warning })),
      };
    }
  }
}

async function* renderFile(
  snapshot: Snapshot,
  { codec, options }: Pick<ExportPlan, 'codec' | 'options'>,
  languages: readonly string[],
  warn: Warn,
): AsyncGenerator<string | Uint8Array> {
  const { id: projectId, sourceLanguage, name: projectName, stringCount } = snapshot.project;
  const [language = sourceLanguage] = languages;
  const meta = codec.keepsMeta ? await findLanguageMeta(snapshot, codec, language) : undefined;
  const { namespace, stripNamespace, fallback, untranslated, placeholders } = options;
  const selection: FileSelection = {
    projectId,
    codec,
    languages,
    sourceLanguage,
    namespace,
    stripNamespace,
    fallback,
    withMissing: codec.bilingual || untranslated === 'empty',
    style: placeholders === 'keep' ? undefined : placeholders,
    warn,
  };
  const pages = entryPages(snapshot.tx, selection, stringCount);
  const checked = stripNamespace ? refuseDuplicates(pages) : pages;
  yield* serializePages(codec, { language, languages, sourceLanguage, projectName, meta, warn }, checked);
}

async function findLanguageMeta(
  { tx, project }: Snapshot,
  codec: FormatCodec,
  language: string,
): Promise<Meta | undefined> {
  const values = [project.id, language, codec.metaId ?? codec.id];
  const [row] = await tx.rows<{ meta: Meta | null }>(SELECT_LANGUAGE_META, values);
  return row?.meta ?? undefined;
}

/** @throws DuplicateStrippedNameError */
async function* refuseDuplicates(pages: AsyncIterable<EntryToWrite[]>): AsyncGenerator<EntryToWrite[]> {
  const seen = new Set<string>();
  for await (const page of pages) {
    for (const { key } of page) {
      if (seen.has(key)) throw new DuplicateStrippedNameError(key);
      seen.add(key);
    }
    yield page;
  }
}
