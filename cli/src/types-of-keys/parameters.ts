import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Whether FormatJS reads a text as a message; it shows any other as it is. */
export function isMessage(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the type of the value of each parameter of an ICU message, in the order of their first use. */
export function parametersOf(message: string): Map<string, string> {
  const types = new Map<string, Set<string>>();
  collect(parse(message), types);
  return new Map(Array.from(types, ([name, found]) => [name, typeOf(found)]));
}

const ANY = 'string | number | boolean | Date | null | undefined';
const NUMBER = 'number | bigint';
const TIME = 'Date | number';
const TAG = '(...chunks: never[]) => unknown';

function collect(elements: readonly MessageFormatElement[], types: Map<string, Set<string>>): void {
  const add = (name: string, type: string): void => void types.set(name, (types.get(name) ?? new Set()).add(type));
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, ANY);
    else if (element.type === TYPE.number) add(element.value, NUMBER);
    else if (element.type === TYPE.date || element.type === TYPE.time) add(element.value, TIME);
    else if (element.type === TYPE.tag) {
      add(element.value, TAG);
      collect(element.children, types);
    } else if (element.type === TYPE.plural || element.type === TYPE.select) {
      add(element.value, element.type === TYPE.plural ? NUMBER : selectorsOf(Object.keys(element.options)));
      for (const option of Object.values(element.options)) collect(option.value, types);
    }
  }
}

/** The option `other` takes any other value. */
const selectorsOf = (selectors: readonly string[]): string => {
  const named = selectors.filter((selector) => selector !== 'other').map((selector) => JSON.stringify(selector));
  return [...named, ...(selectors.includes('other') ? ['(string & {})'] : [])].join(' | ');
};

/** A parameter with several uses has the values of the narrowest. */
const typeOf = (found: ReadonlySet<string>): string => {
  const narrow = [...found].filter((type) => type !== ANY);
  if (narrow.length === 0) return ANY;
  return narrow.length === 1 ? (narrow[0] ?? ANY) : narrow.map((type) => `(${type})`).join(' & ');
};
