import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { parseMessage } from './message-tree';

/** A part of an ICU message. */
export type MessageElement =
  | { readonly kind: 'text'; /** Literal, without the quotes of ICU. */ readonly text: string }
  | { readonly kind: 'argument'; readonly name: string; /** As it is written. */ readonly code: string }
  | { readonly kind: 'count'; /** The plural whose number `#` shows. */ readonly arg: string }
  | ChoiceElement;

export interface ChoiceElement {
  readonly kind: 'choice';
  readonly type: 'plural' | 'selectordinal' | 'select';
  readonly arg: string;
  /** Of a plural. */
  readonly offset: number;
  readonly options: ReadonlyMap<string, readonly MessageElement[]>;
}

/** Reads an ICU message. @returns undefined for a text that is none */
export function readMessageElements(text: string): readonly MessageElement[] | undefined {
  const elements = parseMessage(text);
  return Array.isArray(elements) ? toElements(elements, text, undefined) : undefined;
}

/** @param count the plural around the elements */
function toElements(
  elements: readonly MessageFormatElement[],
  text: string,
  count: string | undefined,
): MessageElement[] {
  return elements.map((element): MessageElement => {
    switch (element.type) {
      case TYPE.literal:
        return { kind: 'text', text: element.value };
      case TYPE.pound:
        return count === undefined ? { kind: 'text', text: '#' } : { kind: 'count', arg: count };
      case TYPE.select:
      case TYPE.plural:
        return toChoice(element, text, count);
      case TYPE.tag:
        return { kind: 'text', text: '' };
      default: {
        const { start, end } = element.location ?? { start: { offset: 0 }, end: { offset: 0 } };
        return { kind: 'argument', name: element.value, code: text.slice(start.offset, end.offset) };
      }
    }
  });
}

function toChoice(
  element: Extract<MessageFormatElement, { type: TYPE.select | TYPE.plural }>,
  text: string,
  count: string | undefined,
): ChoiceElement {
  const { value: arg } = element;
  const isPlural = element.type === TYPE.plural;
  const options = new Map(
    Object.entries(element.options).map(([selector, option]) => [
      selector,
      toElements(option.value, text, isPlural ? arg : count),
    ]),
  );
  if (!isPlural) return { kind: 'choice', type: 'select', arg, offset: 0, options };
  const type = element.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
  return { kind: 'choice', type, arg, offset: element.offset, options };
}

/**
 * Writes literal text of a message, so that FormatJS and ICU4J read the same.
 *
 * @param isInPlural there, `#` is no literal text
 */
export function quoteMessageText(text: string, isInPlural: boolean): string {
  const special = isInPlural ? /[{}#']+/g : /[{}']+/g;
  return text.replace(special, (run) => {
    const doubled = run.replaceAll("'", "''");
    return /[{}#]/.test(run) ? `'${doubled}'` : doubled;
  });
}
