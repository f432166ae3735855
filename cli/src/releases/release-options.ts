import type { Schemas } from '../api/client';

/** Writes the options of a release as the options of `glossa publish`, without those that leave nothing out. */
export function describeOptions(release: Schemas['Release']): string {
  const { format, languages, allLanguages, perNamespace, fallback, minState, failOn } = release;
  return [
    `--format ${format}`,
    !allLanguages && `--languages ${languages.join()}`,
    perNamespace && '--per-namespace',
    fallback !== 'none' && `--fallback ${fallback}`,
    minState !== null && `--min-state ${minState}`,
    failOn.length > 0 && `--fail-on ${failOn.join()}`,
  ]
    .filter(Boolean)
    .join(' ');
}
