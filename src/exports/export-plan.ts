import { codecById, type FormatCodec } from '../language-files';
import { UnknownLanguageError } from '../projects/project-errors';
import type { VisibleProject } from '../projects/projects.service';
import { ALL_LANGUAGES, type ExportOptionsDto } from './dto/export-options.dto';

/** An export with all defaults of the project resolved. Equal plans give the same bytes at the same revision. */
export interface ExportPlan {
  codec: FormatCodec;
  languages: string[];
  /** The export is a zip with a file per language. */
  zipped: boolean;
  options: ExportOptionsDto;
}

/** @throws UnknownLanguageError when the project does not have one of the languages */
export function planExport(project: VisibleProject, options: ExportOptionsDto): ExportPlan {
  const codec = codecById(options.format);
  if (!codec) throw new Error(`there is no format ${options.format}`);
  const available = [project.sourceLanguage, ...project.targetLanguages];
  const requested = options.language ?? [project.sourceLanguage];
  const languages = requested.includes(ALL_LANGUAGES)
    ? available
    : available.filter((language) => requested.includes(language));
  const unknown = requested.filter((language) => language !== ALL_LANGUAGES && !available.includes(language));
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter: 'language' }));
  if (options.fallback !== undefined && !available.includes(options.fallback)) {
    throw new UnknownLanguageError([options.fallback], () => ({ parameter: 'fallback' }));
  }
  const isSingle = requested.length === 1 && requested[0] !== ALL_LANGUAGES;
  return { codec, languages, zipped: !codec.multilingual && !isSingle, options };
}

/** Returns the plan as a canonical string. */
export function planKey({ codec, languages, zipped, options }: ExportPlan): string {
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
