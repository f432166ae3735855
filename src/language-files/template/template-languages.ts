import type { FileFacts } from '../model/codec';
import type { EntryToWrite } from '../model/entry';

/** A file in which languages have the names that its template has for them. */
interface NamedFile {
  file: FileFacts;
  named: (entry: EntryToWrite) => EntryToWrite;
}

/**
 * Names the languages of a file as its template does, where an import read them as others
 * (`TemplateOptions.languages`). A language that the project has by that name now keeps it.
 */
export function namedAsInTemplate(file: FileFacts): NamedFile {
  const names = new Map<string, string>();
  for (const [name, language] of Object.entries(file.template?.languages ?? {}))
    if (!file.languages.includes(name)) names.set(language, name);
  if (names.size === 0) return { file, named: (entry) => entry };
  const nameOf = (language: string): string => names.get(language) ?? language;
  const renamed = <T>(byLanguage: ReadonlyMap<string, T> | undefined): ReadonlyMap<string, T> | undefined =>
    byLanguage && new Map(Array.from(byLanguage, ([language, value]) => [nameOf(language), value]));
  return {
    file: {
      ...file,
      language: nameOf(file.language),
      languages: file.languages.map(nameOf),
      sourceLanguage: nameOf(file.sourceLanguage),
    },
    named: (entry) => ({
      ...entry,
      values: renamed(entry.values),
      metas: renamed(entry.metas),
    }),
  };
}
