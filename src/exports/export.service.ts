import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { UnknownLanguageError } from '../projects/project-errors';
import { ProjectsService, type VisibleProject } from '../projects/projects.service';
import {
  addWarning,
  ArchiveError,
  codecById,
  type EntryToWrite,
  type FormatCodec,
  FormatError,
  type Meta,
  createWarnings,
  streamArchive,
  type Warning,
} from '../language-files';
import { ALL_LANGUAGES, type ExportOptionsDto } from './dto/export-options.dto';
import { StrippedNameTwiceError, UnwritableExportError, UnwritablePathError } from './export-errors';
import { entryPages, type FileSelection } from './rendering/entry-pages';
import { serializePages } from './rendering/entry-queue';
import { type Rendered, RenditionCache } from './rendering/rendition-cache';
import type { Rendition } from './rendering/rendition';
import { renderToSpool } from './rendering/render-to-spool';
import { type Snapshot, Snapshots } from './rendering/snapshot';

/** What an export shows, with nothing left to the project: two of the same are the same bytes at the same revision. */
interface ExportPlan {
  codec: FormatCodec;
  languages: string[];
  zipped: boolean;
  options: ExportOptionsDto;
}

@Injectable()
export class ExportService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly snapshots: Snapshots,
    private readonly cache: RenditionCache,
  ) {}

  /**
   * Renders an export and passes it to `send`, which must not read it after its promise has settled.
   * @throws ProjectNotFoundError
   * @throws UnknownLanguageError when the project does not have one of the languages
   * @throws UnwritableExportError when the format cannot carry a text or a key name
   */
  async export(
    principal: Principal,
    projectId: string,
    options: ExportOptionsDto,
    send: (rendition: Rendition) => Promise<void>,
  ): Promise<void> {
    const project = await this.projects.get(principal, projectId);
    const plan = planOf(project, options);
    await this.cache.use(
      { projectId, revision: project.revision, options: canonical(plan) },
      () => this.snapshots.of(project, (snapshot) => render(snapshot, plan)),
      send,
    );
  }
}

function planOf(project: VisibleProject, options: ExportOptionsDto): ExportPlan {
  const codec = codecById(options.format);
  if (!codec) throw new Error(`there is no format ${options.format}`);
  const all = [project.sourceLanguage, ...project.targetLanguages];
  const asked = options.language ?? [project.sourceLanguage];
  const languages = asked.includes(ALL_LANGUAGES) ? all : all.filter((language) => asked.includes(language));
  const unknown = asked.filter((language) => language !== ALL_LANGUAGES && !all.includes(language));
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter: 'language' }));
  if (options.fallback !== undefined && !all.includes(options.fallback)) {
    throw new UnknownLanguageError([options.fallback], () => ({ parameter: 'fallback' }));
  }
  return { codec, languages, zipped: !codec.multilingual && (asked.length > 1 || asked[0] === ALL_LANGUAGES), options };
}

function canonical({ codec, languages, zipped, options }: ExportPlan): string {
  const { namespace, stripNamespace, fallback, untranslated, placeholders } = options;
  return JSON.stringify([
    codec.id,
    languages,
    zipped,
    namespace ?? null,
    stripNamespace,
    fallback ?? null,
    untranslated,
    placeholders,
  ]);
}

async function render(snapshot: Snapshot, plan: ExportPlan): Promise<Rendered> {
  const warnings = createWarnings();
  const warn = (warning: Warning): void => addWarning(warnings, warning);
  const { codec, languages, zipped } = plan;
  try {
    const content = zipped
      ? await renderToSpool(streamArchive(filesOf(snapshot, plan, await partsOf(snapshot, plan), warn)))
      : await renderToSpool(fileOf(snapshot, plan, codec.multilingual ? languages : languages.slice(0, 1), warn));
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

/** What one file of a zip has of a language. */
type Part = Pick<ExportOptionsDto, 'namespace' | 'stripNamespace'>;

/**
 * One, of all that was asked for; of a format whose files are namespaces, one for each of those that the project has.
 */
async function partsOf({ tx, project }: Snapshot, { codec, options }: ExportPlan): Promise<Part[]> {
  if (!codec.filePerNamespace) return [options];
  const rows = await tx.rows<{ namespace: string }>(
    `SELECT DISTINCT namespace COLLATE "C" AS namespace FROM keys
     WHERE project_id = $1 AND ($2::text IS NULL OR namespace = $2) ORDER BY 1`,
    [project.id, options.namespace ?? null],
  );
  const parts = rows.map(({ namespace }) => ({ namespace, stripNamespace: namespace !== '' }));
  return parts.length > 0 ? parts : [{ namespace: '', stripNamespace: false }];
}

function* filesOf(
  snapshot: Snapshot,
  plan: ExportPlan,
  parts: readonly Part[],
  warn: (warning: Warning) => void,
): Generator<{ path: string; chunks: AsyncIterable<string | Uint8Array> }> {
  const { codec, options } = plan;
  const [extension = codec.id] = codec.extensions;
  for (const language of plan.languages) {
    const isSource = language === snapshot.project.sourceLanguage;
    for (const part of parts) {
      const { namespace, stripNamespace } = part;
      const path = codec.pathOf?.(language, stripNamespace ? namespace : undefined, isSource);
      const file = { codec, options: { ...options, ...part } };
      yield {
        path: path ?? `${language}.${extension}`,
        chunks: fileOf(snapshot, file, [language], (warning) => warn({ language, ...warning })),
      };
    }
  }
}

async function* fileOf(
  { tx, project }: Snapshot,
  { codec, options }: Pick<ExportPlan, 'codec' | 'options'>,
  languages: readonly string[],
  warn: (warning: Warning) => void,
): AsyncGenerator<string | Uint8Array> {
  const [language = project.sourceLanguage] = languages;
  const { sourceLanguage, name: projectName } = project;
  const meta = codec.keepsMeta ? await metaOf({ tx, project }, codec, language) : undefined;
  const { namespace, stripNamespace, fallback, untranslated, placeholders } = options;
  const selection: FileSelection = {
    projectId: project.id,
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
  const pages = entryPages(tx, selection, project.stringCount);
  const checked = stripNamespace ? withoutDoubles(pages) : pages;
  yield* serializePages(codec, { language, languages, sourceLanguage, projectName, meta, warn }, checked);
}

async function metaOf({ tx, project }: Snapshot, codec: FormatCodec, language: string): Promise<Meta | undefined> {
  const [row] = await tx.rows<{ meta: Meta | null }>(
    'SELECT meta -> $3 AS meta FROM language_meta WHERE project_id = $1 AND language = $2',
    [project.id, language, codec.metaId ?? codec.id],
  );
  return row?.meta ?? undefined;
}

/** @throws StrippedNameTwiceError */
async function* withoutDoubles(pages: AsyncIterable<EntryToWrite[]>): AsyncGenerator<EntryToWrite[]> {
  const seen = new Set<string>();
  for await (const page of pages) {
    for (const { key } of page) {
      if (seen.has(key)) throw new StrippedNameTwiceError(key);
      seen.add(key);
    }
    yield page;
  }
}
