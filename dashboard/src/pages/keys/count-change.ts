import type { QueryClient } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { projectQuery, statisticsQuery } from '../../api/queries';
import type { Key } from './pages-snapshot';

const NAMES = ['translated', 'reviewed', 'draft', 'outdated', 'untranslated'] as const;
type Numbers = Pick<Schemas['LanguageStatistics'], (typeof NAMES)[number]>;

/** Returns how much a key adds to each number of a language. */
function numbersOf({ translations = {}, states = {}, outdated = [] }: Key, language: string): Numbers {
  const hasText = translations[language] !== undefined;
  const isIn = (state: string): number => (hasText && states[language] === state ? 1 : 0);
  return {
    translated: isIn('translated'),
    reviewed: isIn('reviewed'),
    draft: isIn('draft'),
    outdated: outdated.includes(language) ? 1 : 0,
    untranslated: hasText ? 0 : 1,
  };
}

/**
 * Updates the numbers of a project in the cache after a key has changed on the page, without a request. A new source text makes texts
 * outdated in languages that are not shown: then the numbers are read again.
 *
 * @param before the key as it was shown; a row without texts counts nothing
 * @param languages of the shown texts
 */
export function countChange(
  client: QueryClient,
  projectId: string,
  { before, after, languages }: { before: Key; after: Key; languages: readonly string[] },
): void {
  if (before.translations === undefined) return;
  const changes = new Map(languages.map((tag) => [tag, [numbersOf(before, tag), numbersOf(after, tag)] as const]));
  /** The number of a language after the change. */
  const changed = (tag: string, name: keyof Numbers, count: number): number => {
    const [was, is] = changes.get(tag) ?? [];
    return was && is ? count - was[name] + is[name] : count;
  };
  const statistics = client.setQueryData(statisticsQuery(projectId).queryKey, (known) => {
    if (!known) return undefined;
    const entries = Object.entries(known.languages).map(([tag, numbers]) => {
      const now = NAMES.map((name) => [name, changed(tag, name, numbers[name])] as const);
      return [tag, { ...numbers, ...Object.fromEntries(now) }] as const;
    });
    return { ...known, languages: Object.fromEntries(entries) };
  });
  client.setQueryData(projectQuery(projectId).queryKey, (known) => {
    if (!known) return undefined;
    const ofLanguages = known.languages.map((numbers) => {
      const untranslated = changed(numbers.language, 'untranslated', numbers.untranslated);
      return { ...numbers, untranslated, translated: numbers.translated + numbers.untranslated - untranslated };
    });
    return { ...known, languages: ofLanguages };
  });
  // Pages that are opened later read again.
  void client.invalidateQueries({ queryKey: projectQuery(projectId).queryKey, refetchType: 'none' });
  const others = Object.keys(statistics?.languages ?? {}).length - 1 - languages.length;
  if (before.value !== after.value && others > 0)
    void client.invalidateQueries({ queryKey: statisticsQuery(projectId).queryKey, exact: true });
}
