import type { Schemas } from '../../api/client';
import type { CheckCode } from '../../components/texts/messages';
import type { Release, ReleaseFormat } from './releases-data';

/** The options of a release to publish, without its channel. */
export interface Options {
  format: ReleaseFormat;
  languages: string[];
  perNamespace: boolean;
  fallback: Release['fallback'];
  minState: Release['minState'];
  /** The checks that refuse it. */
  failOn: CheckCode[];
}

type Project = Pick<Schemas['ProjectDetails'], 'sourceLanguage' | 'targetLanguages'>;

export const languagesOf = ({ sourceLanguage, targetLanguages }: Project): string[] => [
  sourceLanguage,
  ...targetLanguages,
];

/** The options of the last release of a channel, or the defaults for a first release. */
export function optionsOf(project: Project, last: Release | undefined): Options {
  const { format = 'json', perNamespace = false, fallback = 'none', minState = null, failOn = [] } = last ?? {};
  const isAll = last?.allLanguages ?? true;
  const languages = languagesOf(project).filter((tag) => isAll || last?.languages.includes(tag));
  return { format, languages, perNamespace, fallback, minState, failOn };
}

/** The body of the request without the channel. All languages are absent: those that come later are published, too. */
export function toBody(project: Project, options: Options) {
  const { format, languages, perNamespace, fallback, minState, failOn } = options;
  const isAll = languages.length === languagesOf(project).length;
  return {
    format,
    perNamespace,
    fallback,
    ...(!isAll && { languages }),
    ...(minState !== null && { minState }),
    ...(failOn.length > 0 && { failOn }),
  };
}
