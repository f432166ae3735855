/** Names that are too short for any other mistake than two letters in the wrong order: `PORTS` is another program's. */
const SHORT_NAME = 5;
/** Words of at least this length may have two mistakes; in shorter ones, these make another word: `URL`, `USER`. */
const LONG_WORD = 6;

/**
 * Finds variables whose names look like misspelled settings, because a misspelled `DATABASE_URL` would silently start
 * an embedded database. A variable of another program is no mistake where the setting that it resembles is set too.
 *
 * @param known the names of all settings
 * @returns one line for each variable, which begins with its name
 */
export function findMisspelledVariables(variables: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const missing = known.filter((name) => !variables[name] && !variables[pairOf(name)]);
  return Object.keys(variables)
    .filter((name) => variables[name] && !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((setting) => resembles(name, setting));
      return meant === undefined
        ? []
        : [`${name} is not a setting; ${meant} is meant? Rename the variable or unset it`];
    });
}

/** Returns `DATABASE_URL` for `DATABASE_URL_FILE`, and the reverse. */
const pairOf = (name: string): string => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`);

function resembles(name: string, setting: string): boolean {
  const [given, meant] = [withoutSeparators(name), withoutSeparators(setting)];
  if (setting.length < SHORT_NAME)
    return name !== setting && hasSameLetters(name, setting) && editDistance(name, setting) === 1;
  if (given === `GLOSSA${meant}` || editDistance(given, meant) <= 1) return true;
  const [words, meantWords] = [name.toUpperCase().split('_'), setting.split('_')];
  return (
    words.length === meantWords.length &&
    editDistance(given, meant) <= 2 &&
    meantWords.every((word, i) => isSimilarWord(words[i] ?? '', word))
  );
}

const withoutSeparators = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

const hasSameLetters = (a: string, b: string): boolean => [...a].sort().join('') === [...b].sort().join('');

const isSimilarWord = (given: string, meant: string): boolean =>
  editDistance(given, meant) <= (Math.max(given.length, meant.length) >= LONG_WORD ? 2 : 1);

/**
 * Returns the number of letters that were inserted, deleted, replaced, or exchanged with the next one (optimal string
 * alignment distance). Names that differ by more than two letters in length are not compared: the result is 3.
 */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const isExchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]![j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
        isExchanged ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(a.length, b.length);
}
