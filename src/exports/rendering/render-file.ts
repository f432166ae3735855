import type { EntryToWrite, Meta, Warning } from '../../language-files';
import type { ExportPlan } from '../export-plan';
import { entryPages } from './entry-pages';
import { serializePages } from './entry-queue';
import type { FilePart } from './file-part';
import type { Snapshot } from './snapshot';

/** A file of an export. */
export interface FileToRender {
  /** One language, or all languages of a file that holds several. */
  languages: readonly string[];
  /** Default: all keys of the export. */
  part?: FilePart;
  warn: (warning: Warning) => void;
}

/** Reads the entries of a file, page by page. */
export function readEntries(
  { tx, project }: Snapshot,
  { codec, options }: ExportPlan,
  { languages, part, warn }: FileToRender,
): AsyncGenerator<EntryToWrite[]> {
  const { namespace, stripNamespace, fallback, untranslated, placeholders } = options;
  const selection = {
    projectId: project.id,
    codec,
    languages,
    sourceLanguage: project.sourceLanguage,
    namespace,
    stripNamespace,
    part,
    fallback,
    withMissing: codec.bilingual || untranslated === 'empty',
    style: placeholders === 'keep' ? undefined : placeholders,
    warn,
  };
  return entryPages(tx, selection, project.stringCount);
}

/** Writes a file of these entries, chunk by chunk. */
export async function* renderFile(
  snapshot: Snapshot,
  { codec }: ExportPlan,
  { languages, warn }: FileToRender,
  pages: AsyncIterable<EntryToWrite[]>,
): AsyncGenerator<string | Uint8Array> {
  const { sourceLanguage, name: projectName } = snapshot.project;
  const [language = sourceLanguage] = languages;
  const meta = codec.keepsMeta ? await findLanguageMeta(snapshot, codec.metaId ?? codec.id, language) : undefined;
  yield* serializePages(codec, { language, languages, sourceLanguage, projectName, meta, warn }, pages);
}

const SELECT_LANGUAGE_META = 'SELECT meta -> $3 AS meta FROM language_meta WHERE project_id = $1 AND language = $2';

async function findLanguageMeta(
  { tx, project }: Snapshot,
  format: string,
  language: string,
): Promise<Meta | undefined> {
  const [row] = await tx.rows<{ meta: Meta | null }>(SELECT_LANGUAGE_META, [project.id, language, format]);
  return row?.meta ?? undefined;
}
