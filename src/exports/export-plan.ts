import { codecById, type FormatCodec } from '../language-files';
import { UnknownLanguageError } from '../project-write/project-errors';
import type { VisibleProject } from '../project-write/visible-project';
import {
  ArbNamesNotAllowedError,
  FormulasNotAllowedError,
  NoFilePerNamespaceError,
  SeparatorNotAllowedError,
} from './export-errors';
import { ALL_LANGUAGES, type ExportOptionsDto } from './dto/export-options.dto';
import { selectLanguages } from './select-languages';

/** An export with all defaults of the project resolved. Equal plans give the same bytes at the same revision. */
export interface ExportPlan {
  codec: FormatCodec;
  languages: string[];
  /** The language of an export of one language. */
  contentLanguage?: string;
  /** The export is a zip with a file, or several, per language. */
  zipped: boolean;
  /**
   * Whether everyone can read the files: they have no descriptions, of stored metadata only what programs need, and name neither keys nor
   * namespaces of which no text is written, whatever the format does by default.
   */
  isPublic: boolean;
  options: ExportOptionsDto;
}

/**
 * @throws UnknownLanguageError when the project does not have one of the languages; ArbNamesNotAllowedError;
 *   FormulasNotAllowedError; SeparatorNotAllowedError; NoFilePerNamespaceError
 */
export function planExport(project: VisibleProject, options: ExportOptionsDto): ExportPlan {
  const codec = codecById(options.format);
  if (!codec) throw new Error(`there is no format ${options.format}`);
  const available = [project.sourceLanguage, ...project.targetLanguages];
  const requested = options.language ?? [project.sourceLanguage];
  const named = requested.filter((language) => language !== ALL_LANGUAGES);
  const selected = selectLanguages(project, named, options.languageFallback);
  if (options.fallback !== undefined && !available.includes(options.fallback)) {
    throw new UnknownLanguageError([options.fallback], () => ({ parameter: 'fallback' }));
  }
  if (options.perNamespace && codec.multilingual) throw new NoFilePerNamespaceError(codec.id);
  if (options.arbNames === 'camel' && codec.id !== 'arb') throw new ArbNamesNotAllowedError(codec.id);
  if (options.escapeFormulas && !codec.hasFormulaCells) throw new FormulasNotAllowedError(codec.id);
  if (options.keySeparator !== undefined && !codec.nests) throw new SeparatorNotAllowedError(codec.id);
  const isSingle = requested.length === 1 && requested[0] !== ALL_LANGUAGES;
  return {
    codec,
    languages: requested.length === named.length ? selected : available,
    contentLanguage: isSingle ? selected[0] : undefined,
    zipped: !codec.multilingual && (!isSingle || options.perNamespace),
    isPublic: false,
    // A template may have formulas of its own.
    options: options.escapeFormulas ? { ...options, layout: 'canonical' } : options,
  };
}

/**
 * Returns the plan as a canonical string. It has the languages that were found, not the languages that were requested.
 */
export function planKey({ codec, languages, zipped, options }: ExportPlan): string {
  const { namespace, stripNamespace, perNamespace, layout, fallback, untranslated, placeholders } = options;
  return JSON.stringify([
    codec.id,
    languages,
    zipped,
    namespace ?? null,
    options.excludeNamespace ?? null,
    stripNamespace,
    perNamespace,
    options.fileList,
    layout,
    fallback ?? null,
    untranslated,
    placeholders,
    options.arbNames,
    options.escapeFormulas,
    options.unwritable,
    options.keySeparator ?? null,
    options.minState ?? null,
    options.tag ?? null,
  ]);
}
