import { type FileFacts, type Meta, metaPartsOf, type Warning } from '../../language-files';
import type { ExportPlan } from '../export-plan';
import { type EntryPage, entryPages } from '../snapshot/entry-pages';
import type { EntrySelection } from '../snapshot/entry-statement';
import type { Snapshot } from '../snapshot/snapshot';

/** The files of one language, or one file of several. */
export interface FilesToRender {
  /** One language, or all languages of a file that holds several. */
  languages: readonly string[];
  /** The namespaces that have files of their own, behind the `""` of all other keys. Default: one file has all keys. */
  namespaces?: readonly string[];
  /** Whether a template may show that a key has no text. */
  hasTemplates: boolean;
  warn: (warning: Warning) => void;
}

/** Reads the entries of the files, one file after the other. */
export const readEntries = (snapshot: Snapshot, plan: ExportPlan, files: FilesToRender): AsyncGenerator<EntryPage> =>
  entryPages(snapshot, selectionOf(snapshot, plan, files));

/** Returns the keys and texts of the files. */
export function selectionOf(
  snapshot: Snapshot,
  { codec, options, isPublic }: ExportPlan,
  { languages, namespaces, hasTemplates, warn }: FilesToRender,
): EntrySelection {
  const {
    namespace,
    excludeNamespace,
    stripNamespace,
    fallback,
    minState,
    tag: tags,
    untranslated,
    placeholders,
  } = options;
  return {
    projectId: snapshot.project.id,
    from: snapshot.from,
    codec,
    languages,
    sourceLanguage: snapshot.project.sourceLanguage,
    namespace,
    excludeNamespace,
    stripNamespace,
    files: namespaces,
    fallback,
    minState,
    tags,
    isPublic,
    hasTemplates,
    withEarlierNames: hasTemplates,
    withMissing: !isPublic && (codec.bilingual || untranslated === 'empty' || hasTemplates),
    escapesFormulas: options.escapeFormulas,
    style: placeholders === 'keep' ? undefined : placeholders,
    warn,
  };
}

/** Returns what the files have in common: all but their entries. */
export async function readFileHead(
  snapshot: Snapshot,
  { codec, options, isPublic }: ExportPlan,
  { languages, warn }: FilesToRender,
): Promise<FileFacts> {
  const { sourceLanguage, name: projectName } = snapshot.project;
  const [language = sourceLanguage] = languages;
  const stored = codec.keepsMeta ? await findLanguageMeta(snapshot, codec.metaId ?? codec.id, language) : undefined;
  const meta = stored && metaPartsOf(codec, isPublic).file(stored);
  const { arbNames, untranslated, keySeparator } = options;
  return {
    ...{ language, languages, sourceLanguage, projectName, arbNames, keySeparator, meta, warn },
    omitsMissing: untranslated === 'omit',
    leavesOutUnwritable: true,
  };
}

async function findLanguageMeta(snapshot: Snapshot, format: string, language: string): Promise<Meta | undefined> {
  const sql = `SELECT meta -> $3 AS meta FROM ${snapshot.from('language_meta')} m WHERE project_id = $1 AND language = $2`;
  const [row] = await snapshot.rows<{ meta: Meta | null }>(sql, [snapshot.project.id, language, format]);
  return row?.meta ?? undefined;
}
