import { TEMPLATE_MISFIT, type TemplateDifferences, type TemplateOptions, type Warning } from '../../language-files';
import type { ExportOptionsDto } from '../dto/export-options.dto';
import type { ExportPlan } from '../export-plan';
import type { Snapshot } from '../snapshot/snapshot';
import type { StoredTemplate } from './stored-template';

/** Compressed bytes that are read together, with one template at least. */
const MAX_BATCH_BYTES = 4 * 1_048_576;

/** The imported files that the files of an export have the layout of. */
export class FileTemplates {
  /** Files that have the layout of a template. */
  private used = 0;
  private readonly languages: ReadonlyMap<string, LanguageTemplates>;

  private constructor(
    private readonly snapshot: Snapshot,
    private readonly plan: ExportPlan,
    found: readonly FoundTemplate[],
  ) {
    const languages = new Set(found.map(({ language }) => language));
    this.languages = new Map(
      Array.from(languages, (language) => [
        language,
        new LanguageTemplates(
          snapshot,
          found.filter((template) => template.language === language),
        ),
      ]),
    );
  }

  /** Finds which templates a project has for an export. */
  static async find(snapshot: Snapshot, plan: ExportPlan): Promise<FileTemplates> {
    const { codec, options, languages } = plan;
    const { project } = snapshot;
    // A file of another language can stand for one that lacks: of the source language, or in bilingual formats any.
    const requested = codec.multilingual
      ? ['']
      : codec.bilingual
        ? [project.sourceLanguage, ...project.targetLanguages]
        : [...new Set([...languages, project.sourceLanguage])];
    const hasTemplates = project.hasTemplates && codec.template !== undefined && options.layout === 'template';
    const found = hasTemplates
      ? await snapshot.rows<FoundTemplate>(selectFound(snapshot), [project.id, codec.id, requested])
      : [];
    return new FileTemplates(snapshot, plan, found);
  }

  get isEmpty(): boolean {
    return this.languages.size === 0;
  }

  /** The layout of the export: `template` if at least one of its files has the layout of an imported file. */
  get layout(): 'template' | 'canonical' {
    return this.used > 0 ? 'template' : 'canonical';
  }

  /** Learns from a warning that a file does not have the layout of its template. */
  notice({ code }: Warning): void {
    if (code === TEMPLATE_MISFIT) this.used--;
  }

  /**
   * Chooses the template of a file: its own, the template of the source language, or in bilingual formats the template
   * of any language. Undefined: the layout is canonical. The templates of a language are read in code point order of
   * their namespaces.
   *
   * @param fileNamespace undefined for a file with all keys of the export; `""` for the file of the keys in no other
   *   file
   * @param firstLanguage of the file
   * @param beside the files of the export beside this one; without them, this file has their texts
   */
  choose(
    fileNamespace: string | undefined,
    firstLanguage: string | undefined,
    beside: readonly FileBeside[] = [],
  ): ChosenTemplate | undefined {
    const namespace = importedNamespace(fileNamespace, this.plan.options);
    if (namespace === undefined) return undefined;
    const { sourceLanguage } = this.snapshot.project;
    const language = this.plan.codec.multilingual ? '' : (firstLanguage ?? sourceLanguage);
    const own = this.languages.get(language)?.find(namespace);
    const isSource = language === '' || language === sourceLanguage;
    const source = isSource ? undefined : this.languages.get(sourceLanguage)?.find(namespace);
    const found = own ?? source ?? this.findAny(namespace);
    if (!found) return undefined;
    this.used++;
    // The file of the source language shows the places of new texts.
    const order = own && source;
    return {
      rows: JSON.stringify([own ? 'own' : 'foreign', found.version, order?.version]),
      place: own && { format: this.plan.codec.id, namespace, language },
      read: async () => {
        const [template, source] = [await this.readFound(found), order && (await this.readFound(order))];
        const size = template.size + (source?.size ?? 0);
        const differences = own && { ...template.differences, ...differencesFrom(beside) };
        return { ...template, differences, ...{ size, isForeign: own === undefined, sourceContent: source?.content } };
      },
    };
  }

  /**
   * Returns the files that are beside a file of the same language and namespace.
   *
   * @param fileNamespace as for `choose`
   * @param path of the file
   */
  beside(fileNamespace: string | undefined, language: string, path: string): FileBeside[] {
    const namespace = importedNamespace(fileNamespace, this.plan.options);
    const templates = this.languages.get(language);
    if (namespace === undefined || !templates?.find(namespace)) return [];
    const found = templates.findBeside(namespace).filter((file) => file.beside !== path);
    return found.map((file) => {
      const texts = found.flatMap((each) => each.texts ?? []);
      return {
        ...{ path: file.beside, texts: file.texts ?? [], added: file.added ?? [] },
        read: async () => {
          const template = await this.readFound(file);
          const differences = { ...template.differences, texts };
          return { ...template, differences, isForeign: false, isBeside: true };
        },
      };
    });
  }

  private findAny(namespace: string): FoundTemplate | undefined {
    if (!this.plan.codec.bilingual) return undefined;
    for (const language of [...this.languages.keys()].filter(Boolean).sort()) {
      const found = this.languages.get(language)?.find(namespace);
      if (found) return found;
    }
    return undefined;
  }

  private async readFound(found: FoundTemplate): Promise<ImportedTemplate> {
    const template = await this.languages.get(found.language)?.read(found);
    if (!template) throw new Error('the snapshot has lost a template');
    return template;
  }
}

/** Where a project has one first template. */
export interface TemplatePlace {
  format: string;
  /** Empty: the keys have no common prefix. */
  namespace: string;
  /** Empty for a file of several languages. */
  language: string;
}

/** The template of a file, before it is read. */
export interface ChosenTemplate {
  /** Identifies the content of the stored rows. */
  rows: string;
  /** Undefined for a template of another file. */
  place?: TemplatePlace;
  read(): Promise<StoredTemplate>;
}

/** A file of an export beside the first one of its language and namespace. */
export interface FileBeside {
  path: string;
  /** As in its differences. */
  texts: NonNullable<TemplateDifferences['texts']>;
  added: readonly string[];
  read(): Promise<StoredTemplate>;
}

/** Returns what a file has otherwise than the project because of the files beside it. */
const differencesFrom = (beside: readonly FileBeside[]): TemplateDifferences => ({
  texts: beside.flatMap(({ texts }) => texts),
  elsewhere: beside.flatMap(({ added }) => added),
});

/**
 * Returns the namespace of an imported file that has the same keys under the same names: the keys of one namespace
 * without it, or all keys as they are. Undefined: there is none.
 */
function importedNamespace(
  fileNamespace: string | undefined,
  { namespace, stripNamespace }: ExportOptionsDto,
): string | undefined {
  if (fileNamespace) return fileNamespace;
  const isStripped = stripNamespace && fileNamespace === undefined;
  return isStripped === (namespace !== undefined) ? (namespace ?? '') : undefined;
}

/** The templates of one language, which are read in batches: a zip may have thousands of files. */
class LanguageTemplates {
  private readonly indexes: ReadonlyMap<string, number>;
  private readonly placed = new Map<string, FoundTemplate[]>();
  private batch = new Map<string, TemplateRow>();

  /** @param found in code point order of the namespaces and of the paths of those that are beside others */
  constructor(
    private readonly snapshot: Snapshot,
    private readonly found: readonly FoundTemplate[],
  ) {
    this.indexes = new Map(found.map(({ id }, index) => [id, index]));
    for (const file of found) {
      const files = this.placed.get(file.namespace) ?? [];
      files.push(file);
      this.placed.set(file.namespace, files);
    }
  }

  find(namespace: string): FoundTemplate | undefined {
    return this.placed.get(namespace)?.find(({ beside }) => beside === '');
  }

  findBeside(namespace: string): FoundTemplate[] {
    return this.placed.get(namespace)?.filter(({ beside }) => beside !== '') ?? [];
  }

  async read({ id }: FoundTemplate): Promise<ImportedTemplate | undefined> {
    const index = this.indexes.get(id);
    if (index === undefined) return undefined;
    if (!this.batch.has(id)) await this.readFrom(index);
    const row = this.batch.get(id);
    return row && { ...row.options, content: row.content, size: row.size };
  }

  private async readFrom(index: number): Promise<void> {
    let bytes = 0;
    const ids: string[] = [];
    for (const { id, length } of this.found.slice(index)) {
      bytes += length;
      if (bytes > MAX_BATCH_BYTES && ids.length > 0) break;
      ids.push(id);
    }
    const { project } = this.snapshot;
    const rows = await this.snapshot.rows<TemplateRow>(selectContents(this.snapshot), [project.id, ids]);
    this.batch = new Map(rows.map((row) => [row.id, row]));
  }
}

interface FoundTemplate {
  id: string;
  namespace: string;
  language: string;
  /** Empty for the first file of its namespace and language; the path of another file. */
  beside: string;
  /** Those of a file beside another one. */
  texts: TemplateDifferences['texts'] | null;
  added: TemplateDifferences['added'] | null;
  /** Compressed bytes. */
  length: number;
  /** The digests of the content and of the options. */
  version: string;
}

interface TemplateRow {
  id: string;
  options: TemplateOptions;
  /** In bytes, before it was compressed. */
  size: number;
  content: Buffer;
}

/** A template with the options of its import. */
type ImportedTemplate = TemplateOptions & Pick<TemplateRow, 'size' | 'content'>;

const selectFound = ({ from }: Snapshot): string => `
  SELECT id, namespace, language, beside, octet_length(content) AS length, encode(hash, 'hex') || md5(options::text) AS version,
    ${['texts', 'added'].map((name) => `CASE WHEN beside <> '' THEN options -> 'differences' -> '${name}' END AS ${name}`).join(', ')}
  FROM ${from('file_templates')} t
  WHERE project_id = $1 AND format = $2 AND language = ANY ($3) ORDER BY namespace, beside`;

const selectContents = ({ from }: Snapshot): string =>
  `SELECT id, options, size, content FROM ${from('file_templates')} t WHERE project_id = $1 AND id = ANY ($2::uuid[])`;
