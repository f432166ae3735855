import { ArchiveError, type EntryToWrite, type FileLayout, type Warning, ZipPaths } from '../../language-files';
import type { ExportPlan } from '../export-plan';
import { type FilePart, NamespaceFiles } from './file-part';
import { type FileToRender, readEntries, renderFile } from './render-file';
import type { Snapshot } from './snapshot';
import { assertDistinctNames } from './stripped-names';

/** A file of a zip, whose content is read when it is written. */
interface ZipFile {
  path: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

/** The keys that one file of each language has. */
interface Section {
  /** The namespace in the path; `""`: none. */
  namespace: string;
  /** Default: all keys of the export. */
  part?: FilePart;
  /** Whether a language has the file without any entry too. */
  isRequired: (language: string) => boolean;
}

/** The most files that a zip can have without ZIP64. */
const MAX_FILES = 65_535;

/** Yields the files of the zip: all files of the first language, then those of the second, and so on. */
export async function* filesInZip(
  snapshot: Snapshot,
  plan: ExportPlan,
  warn: (warning: Warning) => void,
): AsyncGenerator<ZipFile> {
  const paths = new ZipPaths(plan.codec, snapshot.project, await findLayout(snapshot, plan));
  const sections = await listSections(snapshot, plan, paths);
  if (sections.length * plan.languages.length > MAX_FILES) {
    throw new ArchiveError('limit_exceeded', `a zip holds at most ${MAX_FILES} files; ask for fewer languages`);
  }
  for (const language of plan.languages) {
    for (const { namespace, part, isRequired } of sections) {
      const file: FileToRender = {
        languages: [language],
        part,
        warn: (warning) => warn({ language, ...warning }),
      };
      const entries = readEntries(snapshot, plan, file);
      const pages = isRequired(language) ? entries : await ifAny(entries);
      if (!pages) continue;
      yield { path: paths.pathOf(language, namespace), chunks: renderFile(snapshot, plan, file, pages) };
    }
  }
}

const SELECT_LAYOUT = 'SELECT layout FROM file_layouts WHERE project_id = $1 AND format = $2';

async function findLayout({ tx, project }: Snapshot, { codec, options }: ExportPlan): Promise<FileLayout | undefined> {
  if (options.layout === 'canonical') return undefined;
  const [row] = await tx.rows<{ layout: FileLayout }>(SELECT_LAYOUT, [project.id, codec.metaId ?? codec.id]);
  return row?.layout;
}

/** A key named `ns.` would have no name in the file of its namespace. */
const SELECT_NAMESPACES = `SELECT DISTINCT namespace COLLATE "C" AS namespace FROM keys
  WHERE project_id = $1 AND ($2::text IS NULL OR namespace = $2) AND name <> namespace || '.'`;

/** Returns one section with all keys, or a section for each namespace that has files and one for all other keys. */
async function listSections(snapshot: Snapshot, plan: ExportPlan, paths: ZipPaths): Promise<Section[]> {
  const { codec, options } = plan;
  const { namespace: wanted, stripNamespace, perNamespace } = options;
  // A file of one namespace is named after it whenever its keys stand without it.
  if (wanted && stripNamespace) return [{ namespace: wanted, isRequired: () => true }];
  const splitsAll = perNamespace || codec.filePerNamespace === true;
  if (!splitsAll && paths.namespaces.size === 0) {
    await assertDistinctNames(snapshot, options);
    return [{ namespace: '', isRequired: () => true }];
  }
  const { tx, project } = snapshot;
  const rows = await tx.rows<{ namespace: string }>(SELECT_NAMESPACES, [project.id, wanted ?? null]);
  const found = rows.map(({ namespace }) => namespace);
  const known = [...paths.namespaces].filter((namespace) => wanted === undefined || firstPart(namespace) === wanted);
  const split = splitsAll || !paths.hasRest ? found.filter((namespace) => canHaveFile(namespace, plan, paths)) : [];
  const files = new NamespaceFiles(new Set([...known, ...split]));
  const hasLayout = paths.namespaces.size > 0 || paths.hasRest;
  const isAlone = files.namespaces.size === 0;
  const hasOthers = isAlone || found.some((namespace) => !files.namespaces.has(namespace));
  return ['', ...files.namespaces].sort(byCodePoints).map((namespace) => ({
    namespace,
    part: files.part(namespace),
    isRequired: (language) => {
      if (hasLayout) return (isAlone && namespace === '') || (wanted === undefined && paths.has(language, namespace));
      return namespace !== '' || hasOthers;
    },
  }));
}

/** A namespace whose file would be read as another one, or as that of another language, stays with the keys that have none. */
const canHaveFile = (namespace: string, { codec, languages }: ExportPlan, paths: ZipPaths): boolean =>
  namespace !== '' &&
  (codec.filePerNamespace === true || languages.every((language) => paths.isReadBack(language, namespace)));

const firstPart = (namespace: string): string => namespace.split('.', 1)[0] ?? '';

const byCodePoints = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Returns the pages from the first with an entry on; undefined if there is no entry. */
async function ifAny(pages: AsyncGenerator<EntryToWrite[]>): Promise<AsyncIterable<EntryToWrite[]> | undefined> {
  for (;;) {
    const first = await pages.next();
    if (first.done) return undefined;
    if (first.value.length > 0) return resume(first.value, pages);
  }
}

async function* resume(first: EntryToWrite[], others: AsyncGenerator<EntryToWrite[]>): AsyncGenerator<EntryToWrite[]> {
  yield first;
  yield* others;
}
