import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A message that is exactly one choice, with its options as they are written in the message. */
export interface WrittenChoice {
  readonly type: 'plural' | 'selectordinal' | 'select';
  readonly arg: string;
  /** Messages by selector. */
  readonly options: ReadonlyMap<string, string>;
}

/** Reads a message that is exactly one choice, without an offset. @returns undefined for every other text */
export function readChoice(text: string): WrittenChoice | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined;
  try {
    const [element, ...others] = parse(trimmed, { ignoreTag: true, captureLocation: true });
    if (!element || others.length > 0 || (element.type !== TYPE.select && element.type !== TYPE.plural))
      return undefined;
    if (element.type === TYPE.plural && element.offset !== 0) return undefined;
    const options = Object.entries(element.options).flatMap(([selector, { location }]): [string, string][] =>
      // The place of an option has its braces.
      location ? [[selector, trimmed.slice(location.start.offset + 1, location.end.offset - 1)]] : [],
    );
    const type =
      element.type === TYPE.select ? 'select' : element.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
    return { type, arg: element.value, options: new Map(options) };
  } catch (error) {
    // RangeError: it is nested deeper than the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Writes a choice. `readChoice` returns the same, unless an option is no message. */
export const printChoice = ({ type, arg, options }: WrittenChoice): string =>
  `{${arg}, ${type}, ${Array.from(options, ([selector, text]) => `${selector} {${text}}`).join(' ')}}`;
