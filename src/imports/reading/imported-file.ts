import type { ChangedOwnTexts, EditBudget, FileLayout, Warnings } from '../../language-files';
import type { FileOfSeveral } from './archive-files';
import type { KeptFile } from './kept-file';
import { ImportedKeys, type PackedKeys } from './packed/imported-keys';
import { type PackedUnits, TranslationUnits } from './packed/translation-units';

/** The result of the merge of a file with its template. */
export interface MergedLayout {
  /** Lines of the other side were not taken. */
  losesLines: boolean;
  budget: EditBudget;
  /** The texts of the source and descriptions that a file of a target language has changed since its base. */
  changed?: ChangedOwnTexts;
}

/** The content of an import's file, or of all files of its zip, before it is compared with the project. */
export interface ImportedFile {
  keys: ImportedKeys;
  units: TranslationUnits;
  /** JSON text of the format's metadata of a file, by language. */
  languageMetas: Map<string, string>;
  /** The id of the format; of a zip, the format of its first file. */
  format: string;
  /** The member of `meta` columns that holds this format's metadata. */
  metaId: string;
  /** The paths of the files of a zip; undefined if it has no influence on the layout of exports. */
  layout?: FileLayout;
  /** The file is a zip. */
  isArchive: boolean;
  /** The zip has a list of its files: other files of the project may be missing in it. */
  hasFileList?: boolean;
  /** The files of a zip, or of an import of several files, in the order of the translation units; empty for one file. */
  files: FileOfSeveral[];
  /** The languages of the files; source texts beside other texts do not count. */
  languages: string[];
  /** The files that exports can have the layout of. */
  keptFiles: KeptFile[];
  /** The result of a merge with other versions (`ReadRequest.versions`), whose side may have other lines beside the texts. */
  merged?: MergedLayout;
  warnings: Warnings;
}

/** An `ImportedFile` as plain data that a thread can send. */
export interface PackedFile extends Omit<ImportedFile, 'keys' | 'units'> {
  keys: PackedKeys;
  units: PackedUnits;
}

/** Returns the file as plain data, and its memory, which can be transferred. The file must not be used any more. */
export function packFile({ keys, units, ...rest }: ImportedFile): { file: PackedFile; memory: ArrayBuffer[] } {
  const file = { keys: keys.packed, units: units.packed, ...rest };
  const { pages, addresses, keys: unitKeys, languages, kinds } = file.units;
  const parts = [...file.keys.pages, file.keys.addresses, ...pages, addresses, unitKeys, languages, kinds];
  return { file, memory: parts.map(({ buffer }) => buffer as ArrayBuffer) };
}

export const unpackFile = ({ keys, units, ...rest }: PackedFile): ImportedFile => ({
  keys: new ImportedKeys(keys),
  units: new TranslationUnits(units),
  ...rest,
});
