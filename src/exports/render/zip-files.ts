import { Readable } from 'node:stream';
import {
  ArchiveError,
  FILE_LIST_PATH,
  type FileLayout,
  type ListedFile,
  needsItems,
  renderFileList,
  type Warning,
  ZipPaths,
} from '../../language-files';
import { stateToNumber } from '../../common/translation-state';
import type { ExportPlan } from '../export-plan';
import { assertDistinctArbNames } from './arb-names';
import { serializePages } from '../snapshot/entry-queue';
import { FileEntries, withTexts } from './file-entries';
import type { FileTemplates } from './file-templates';
import { type FilesToRender, readEntries, readFileHead } from './render-file';
import { isSelected } from './file-of-key';
import type { Snapshot } from '../snapshot/snapshot';
import { assertDistinctNames } from './stripped-names';

/** A file of a zip, whose content is read when it is written. */
interface ZipFile {
  path: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

/** A file with the texts of a language. */
export type LanguageFile = ZipFile & ListedFile;

/** The files that each language has. */
interface Files {
  /** The namespace in the path of each file; `""`: none. */
  namespaces: readonly string[];
  /** Whether the files divide the keys. Otherwise the only one has all keys of the export. */
  divided: boolean;
  /** Whether a language has the file without any entry too. */
  isRequired: (language: string, namespace: string) => boolean;
}

/** The most files that a zip can have without ZIP64. */
const MAX_FILES = 65_535;

/** Yields the files of the zip: all files of the first language, then all files of the second, and so on, then their list. */
export async function* filesInZip(
  snapshot: Snapshot,
  plan: ExportPlan,
  templates: FileTemplates,
  warn: (warning: Warning) => void,
): AsyncGenerator<ZipFile> {
  const listed: ({ path: string } & ListedFile)[] = [];
  for await (const file of languageFiles(snapshot, plan, templates, warn, true)) {
    const { path, language, namespace } = file;
    listed.push({ path, language, namespace });
    yield file;
  }
  if (plan.options.fileList) yield { path: FILE_LIST_PATH, chunks: Readable.from([renderFileList(listed)]) };
}

/**
 * Yields the files with texts: all files of the first language, then all files of the second, and so on.
 *
 * @param asImported yields the files of the imported zip: those that were beside others of the same language and namespace too, and
 *   none without a text of a language that has no file there. Otherwise each language has one file with the texts of all.
 */
export async function* languageFiles(
  snapshot: Snapshot,
  plan: ExportPlan,
  templates: FileTemplates,
  warn: (warning: Warning) => void,
  asImported = false,
): AsyncGenerator<LanguageFile> {
  const paths = new ZipPaths(plan.codec, snapshot.project, await findLayout(snapshot, plan));
  const { namespaces, divided, isRequired } = await listFiles(snapshot, plan, paths, asImported);
  if (namespaces.length * plan.languages.length > MAX_FILES) {
    throw new ArchiveError('limit_exceeded', `a zip holds at most ${MAX_FILES} files; ask for fewer languages`);
  }
  await assertDistinctArbNames(snapshot, plan.options, divided ? namespaces : undefined);
  const { codec, options } = plan;
  const omitsMissing = !codec.bilingual && options.untranslated === 'omit' && (!templates.isEmpty || needsItems(codec));
  const removed = asImported ? await removedLanguages(snapshot, plan, paths) : new Set();
  for (const language of plan.languages) {
    if (removed.has(language)) continue;
    const files: FilesToRender = {
      languages: [language],
      namespaces: divided ? namespaces : undefined,
      hasTemplates: !templates.isEmpty,
      warn: (warning) => warn({ language, ...warning }),
    };
    const head = await readFileHead(snapshot, plan, files);
    const entries = new FileEntries(readEntries(snapshot, plan, files));
    for (const [file, namespace] of namespaces.entries()) {
      const isNeeded =
        isRequired(language, namespace) || (await (omitsMissing ? entries.hasText(file) : entries.has(file)));
      if (!isNeeded) continue;
      const path = paths.pathOf(language, namespace);
      const beside = asImported ? templates.beside(divided ? namespace : undefined, language, path) : [];
      const template = await templates.choose(divided ? namespace : undefined, language, beside)?.read();
      const pages = template || !omitsMissing ? entries.of(file) : withTexts(codec, entries.of(file));
      yield { path, language, namespace, chunks: serializePages(plan.codec, { ...head, template }, pages) };
      for (const other of beside) {
        const all = new FileEntries(readEntries(snapshot, plan, { ...files, warn: () => undefined }));
        const chunks = serializePages(plan.codec, { ...head, template: await other.read() }, all.skipTo(file));
        yield { path: other.path, language, namespace, chunks };
      }
    }
  }
}

async function findLayout(snapshot: Snapshot, { codec, options }: ExportPlan): Promise<FileLayout | undefined> {
  if (options.layout === 'canonical') return undefined;
  const sql = `SELECT layout FROM ${snapshot.from('file_layouts')} l WHERE project_id = $1 AND format = $2`;
  const [row] = await snapshot.rows<{ layout: FileLayout }>(sql, [snapshot.project.id, codec.metaId ?? codec.id]);
  return row?.layout;
}

/** Returns the languages without a text whose last files were missing in a zip that has all files. */
async function removedLanguages(snapshot: Snapshot, plan: ExportPlan, paths: ZipPaths): Promise<Set<string>> {
  const removed = plan.languages.filter((language) => paths.isRemoved(language));
  if (removed.length === 0) return new Set();
  const sql = `
    SELECT language FROM unnest($2::text[]) AS l (language)
    WHERE NOT EXISTS (
      SELECT FROM ${snapshot.from('translations')} t WHERE t.project_id = $1 AND t.language = l.language AND t.text <> '')`;
  const rows = await snapshot.rows<{ language: string }>(sql, [snapshot.project.id, removed]);
  return new Set(rows.map(({ language }) => language));
}

/**
 * Returns the namespaces with keys, or with written texts if the files are public. A key named `ns.` would have no name in the
 * file of its namespace.
 */
async function readNamespaces(snapshot: Snapshot, plan: ExportPlan): Promise<string[]> {
  const { project, from } = snapshot;
  const { minState } = plan.options;
  const parameters: unknown[] = [project.id];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  let condition = isSelected(plan.options, parameter);
  // Source texts are written in any state.
  if (plan.isPublic && !plan.languages.includes(project.sourceLanguage)) {
    condition += ` AND EXISTS (
      SELECT FROM ${from('translations')} t
      WHERE t.project_id = $1 AND t.key_id = k.id AND t.language = ANY (${parameter(plan.languages)}::text[])
      ${minState === undefined ? '' : `AND t.state >= ${stateToNumber(minState)}`})`;
  }
  const sql = `
    SELECT DISTINCT namespace COLLATE "C" AS namespace FROM ${from('keys')} k
    WHERE project_id = $1 AND name <> namespace || '.' AND ${condition}`;
  const rows = await snapshot.rows<{ namespace: string }>(sql, parameters);
  return rows.map((row) => row.namespace);
}

/** Returns one file with all keys, or a file for each namespace that has one, behind one for all other keys. */
async function listFiles(snapshot: Snapshot, plan: ExportPlan, paths: ZipPaths, asImported: boolean): Promise<Files> {
  const { codec, options } = plan;
  const { namespace: requested, excludeNamespace: excluded = [], stripNamespace, perNamespace } = options;
  // A file of one namespace is named after it whenever its keys stand without it.
  if (requested && stripNamespace) return { namespaces: [requested], divided: false, isRequired: () => true };
  // A file of the layout has the keys that no other file has, also in a format that usually has a file for each namespace.
  const splitsAll = perNamespace || (codec.filePerNamespace === true && !paths.hasRest);
  if (!splitsAll && paths.namespaces.size === 0) {
    await assertDistinctNames(snapshot, options);
    const isRequired = (language: string): boolean => !asImported || !paths.hasRest || paths.has(language, '');
    return { namespaces: [''], divided: false, isRequired };
  }
  const found = await readNamespaces(snapshot, plan);
  const known = [...paths.namespaces].filter(
    (namespace) =>
      (requested === undefined || firstPart(namespace) === requested) &&
      !excluded.some((other) => `${namespace}.`.startsWith(`${other}.`)),
  );
  const split = splitsAll || !paths.hasRest ? found.filter((namespace) => canHaveFile(namespace, plan, paths)) : [];
  const own = new Set([...known, ...split]);
  const hasLayout = paths.namespaces.size > 0 || paths.hasRest;
  // Where neither the layout nor a namespace gives a file, each language has an empty one.
  const isAlone = own.size === 0 && (requested !== undefined || !paths.hasRest);
  const hasOthers = own.size === 0 || found.some((namespace) => !own.has(namespace));
  return {
    namespaces: ['', ...[...own].sort(byCodePoints)],
    divided: true,
    isRequired: (language, namespace) => {
      if (hasLayout) return isAlone || (requested === undefined && paths.has(language, namespace));
      return namespace !== '' || hasOthers;
    },
  };
}

/**
 * A namespace whose file would be read as another namespace, or as the file of another language, stays with the keys
 * without a namespace.
 */
const canHaveFile = (namespace: string, { codec, languages }: ExportPlan, paths: ZipPaths): boolean =>
  namespace !== '' &&
  (codec.filePerNamespace === true || languages.every((language) => paths.isReadBack(language, namespace)));

const firstPart = (namespace: string): string => namespace.split('.', 1)[0] ?? '';

const byCodePoints = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
