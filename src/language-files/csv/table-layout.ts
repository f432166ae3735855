import type { ParseContext } from '../model/codec';
import { MalformedFileError } from '../model/format-errors';
import { languageFromName } from '../text/language-from-name';

/** A cell's text as it stands; null where the table has nothing in that place. */
export type Cell = string | null;

/** Which column of a table of translations holds what; columns are counted from 0. */
export interface TableLayout {
  /** False where the first row is a row of texts already. */
  readonly header: boolean;
  readonly width: number;
  readonly key: number;
  readonly languages: readonly LanguageColumn[];
  readonly description?: number;
  /** Columns with a name that says nothing to us, and those without one. */
  readonly unknown: readonly UnknownColumn[];
}

export interface LanguageColumn {
  readonly column: number;
  readonly language: string;
}

export interface UnknownColumn {
  readonly column: number;
  readonly name: string;
}

const DESCRIPTION_NAMES = ['description', 'comment', 'context'];
const TEXT_NAMES = ['value', 'text', 'translation', 'target', 'string'];

/**
 * Reads the first row of a table. In order:
 * - a row with a column named by a language is a header (a name counts as a language if the project has it or its primary
 *   subtag has two letters);
 * - a row with a column `key` is a header too; its column `value`, `text`, `translation`, `target` or `string`, or else
 *   its only other column, holds the texts of the language that the caller named;
 * - two columns without a header are key and text of the language that the caller named.
 *
 * Keys are in the column `key`, whatever its case, or else in the first one, unless that one is a language or a
 * description, or else in the column `name`. `id` in the first place is such a key and not Indonesian.
 *
 * @throws MalformedFileError where the row has languages but no column for keys
 * @returns undefined where the row is none of these
 */
export function readLayout(first: readonly Cell[], context: ParseContext): TableLayout | undefined {
  const names = first.map((cell) => (cell ?? '').trim());
  const lower = names.map((name) => name.toLowerCase());
  const key = keyColumn(lower, names, context);
  const languages = languageColumns(names, key, context);
  if (languages.length > 0) {
    if (key === undefined) {
      throw new MalformedFileError('the header names languages but has no column "key"', { line: 1 });
    }
    return layout(names, lower, key, languages);
  }
  return context.language === undefined ? undefined : ofOneLanguage(names, lower, context.language);
}

/** What a file needs that `readLayout` could make nothing of. */
export const NO_HEADER =
  'the first row names no language: it needs a column "key" and one for each language, such as "en", ' +
  'or, where the import names its language, a column "key" and one "value"';

function ofOneLanguage(names: readonly string[], lower: readonly string[], language: string): TableLayout | undefined {
  const key = lower.indexOf('key');
  if (key >= 0) {
    const named = lower.findIndex((name) => TEXT_NAMES.includes(name));
    const others = lower.flatMap((name, i) =>
      i === key || DESCRIPTION_NAMES.includes(name) || name === '' ? [] : [i],
    );
    const column = named >= 0 ? named : others.length === 1 ? others[0] : undefined;
    return column === undefined ? undefined : layout(names, lower, key, [{ column, language }]);
  }
  if (names.length !== 2 || names[0] === '') return undefined;
  return { header: false, width: 2, key: 0, languages: [{ column: 1, language }], unknown: [] };
}

function keyColumn(lower: readonly string[], names: readonly string[], context: ParseContext): number | undefined {
  const named = lower.indexOf('key');
  if (named >= 0) return named;
  const [first, firstLower] = [names[0], lower[0]];
  if (first === undefined || firstLower === undefined) return undefined;
  const taken =
    DESCRIPTION_NAMES.includes(firstLower) || languageFromName(first, context.projectLanguages) !== undefined;
  if (firstLower === 'id' || !taken) return 0;
  const name = lower.indexOf('name');
  return name >= 0 ? name : undefined;
}

function languageColumns(names: readonly string[], key: number | undefined, context: ParseContext): LanguageColumn[] {
  return names.flatMap((name, column) => {
    const language = column === key ? undefined : languageFromName(name, context.projectLanguages);
    return language === undefined ? [] : [{ column, language }];
  });
}

function layout(
  names: readonly string[],
  lower: readonly string[],
  key: number,
  languages: readonly LanguageColumn[],
): TableLayout {
  const used = new Set([key, ...languages.map(({ column }) => column)]);
  const free = DESCRIPTION_NAMES.map((name) => lower.findIndex((other, i) => other === name && !used.has(i)));
  const description = free.find((column) => column >= 0);
  if (description !== undefined) used.add(description);
  const unknown = names.flatMap((name, column) => (used.has(column) ? [] : [{ column, name }]));
  return { header: true, width: names.length, key, languages, description, unknown };
}
