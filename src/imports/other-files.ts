import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { codecById } from '../language-files';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { heldTexts, type HoldsText } from './held-texts';
import type { ImportedFile } from './reading/imported-file';
import { besideOf, type KeptFile } from './reading/kept-file';
import { ImportReader } from './reading/import-reader';
import type { ReadRequest } from './reading/read-request';
import { RefusedFileError } from './reading/refused-file-error';
import { type StoredContent, storedRequest } from './stored-content';

/** A template of the project, without its content. */
export interface StoredFile {
  id: string;
  format: string;
  namespace: string;
  /** Empty for a file of several languages. */
  language: string;
  /** Empty for the first file of its namespace and language; the path of another file. */
  beside: string;
  /** The hash of its content, in hexadecimal digits. */
  hash: string;
}

/** The templates of a project, divided by what an import with `missingTexts=remove` does with them. */
export interface DividedFiles {
  /** The files that the zip does not have. */
  gone: StoredFile[];
  /** The files of the format whose namespaces are their own. */
  ofNamespaces: StoredFile[];
  /** The other files that may hold texts in the languages of the import. */
  others: StoredFile[];
  /** The languages in which texts are removed. */
  languages: string[];
}

/** Columns of a `StoredFile`. */
export const FILE_COLUMNS = `id, format, namespace, language, beside, encode(hash, 'hex') AS hash`;

/** Whether a file is imported in the place of a template. */
export const isPlaceOf = (kept: KeptFile, { format, namespace, language, beside }: StoredFile): boolean =>
  kept.format === format && kept.namespace === namespace && kept.language === language && besideOf(kept) === beside;

export function divideFiles(
  stored: readonly StoredFile[],
  file: ImportedFile,
  namespace: string | undefined,
  sourceLanguage: string,
): DividedFiles {
  const isComplete = file.isArchive && namespace === undefined;
  const replaced = (stored: StoredFile): boolean => file.keptFiles.some((kept) => isPlaceOf(kept, stored));
  const kept = stored.filter((each) => !replaced(each));
  const gone = isComplete ? kept.filter(({ format }) => format === file.format) : [];
  const languages = [...new Set([...file.languages, ...gone.flatMap(({ language }) => language || [])])];
  const isOfNamespace = (each: StoredFile): boolean => each.format === file.format && each.namespace !== '';
  const holds = ({ language, format }: StoredFile): boolean =>
    language === '' ||
    languages.includes(language) ||
    (languages.includes(sourceLanguage) && codecById(format)?.bilingual === true);
  const staying = kept.filter((each) => !gone.includes(each));
  return {
    gone,
    ofNamespaces: staying.filter(isOfNamespace),
    others: staying.filter((each) => !isOfNamespace(each) && holds(each)),
    languages,
  };
}

/** The texts of the templates that an import does not replace. */
export class OtherTexts {
  private readonly read = new Map<string, HoldsText>();

  add(file: StoredFile, holds: HoldsText): void {
    this.read.set(idOf(file), holds);
  }

  /** Returns whether one of some files holds a text. A file that was not read, because it is newer or cannot be read, may hold any. */
  heldBy(files: readonly StoredFile[]): HoldsText {
    const all = files.map((file) => this.read.get(idOf(file)) ?? holdsAllOf(file));
    return (name, language) => all.some((holds) => holds(name, language));
  }
}

const idOf = ({ id, hash }: StoredFile): string => `${id} ${hash}`;

const holdsAllOf =
  ({ language: own }: StoredFile): HoldsText =>
  (_name, language) =>
    own === '' || own === language;

type Project = Pick<ReadRequest, 'sourceLanguage' | 'targetLanguages'> & { id: string; organizationId: string };

/** Reads the templates that may hold texts which the file of an import lacks, before the project is locked. */
@Injectable()
export class OtherFiles {
  constructor(
    private readonly database: Database,
    private readonly reader: ImportReader,
  ) {}

  /** @throws ImportsBusyError */
  async read(
    file: ImportedFile,
    options: ImportOptionsDto,
    { id, organizationId, sourceLanguage, targetLanguages }: Project,
    findPluralKeys: () => Promise<Set<string>>,
    signal: AbortSignal,
  ): Promise<OtherTexts> {
    const found = new OtherTexts();
    const { namespace, missingTexts } = options;
    if (missingTexts !== 'remove') return found;
    const stored = await this.database.rows<StoredFile>(FILES, [id]);
    const { others } = divideFiles(stored, file, namespace, sourceLanguage);
    const pluralKeys = others.length > 0 ? await findPluralKeys() : undefined;
    for (const other of others) {
      const [row] = await this.database.rows<StoredContent>(CONTENT, [id, other.id, other.hash]);
      if (!row) continue;
      const request = await storedRequest(other, row, { sourceLanguage, targetLanguages, pluralKeys });
      try {
        const read = await this.reader.read(request, organizationId, signal);
        found.add(other, await heldTexts(read, options, sourceLanguage));
      } catch (error) {
        // A file that an earlier version imported.
        if (!(error instanceof RefusedFileError)) throw error;
      }
    }
    return found;
  }
}

const FILES = `SELECT ${FILE_COLUMNS} FROM file_templates WHERE project_id = $1`;

const CONTENT = `
  SELECT path, options, content FROM file_templates WHERE project_id = $1 AND id = $2 AND hash = decode($3, 'hex')`;
