import {
  type MessageFormatElement,
  type PluralElement,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { fluentSyntax } from '../text/placeholders/fluent-syntax';
import { parseMessage } from '../text/messages/message-tree';
import { VARIANT_INDENT } from './fluent-plural';
import { writePattern } from './pattern-text';

export interface FluentConversion {
  text: string;
  /** The arguments that Fluent has no equivalent for. If there is one, the text is unchanged. */
  unconverted: string[];
}

/**
 * Converts an ICU message to a text of Fluent, as `readPattern` would return it. Returns undefined for a text that ICU
 * refuses.
 */
export function icuToFluent(text: string): FluentConversion | undefined {
  const elements = parseMessage(text);
  if (!Array.isArray(elements)) return undefined;
  const printer = new FluentPrinter();
  const converted = printer.print(elements);
  const unconverted = [...printer.unconverted];
  return unconverted.length > 0 ? { text, unconverted } : { text: converted, unconverted };
}

const NAME = /^[a-zA-Z][\w-]*$/;
const CONVERSIONS: ReadonlyMap<unknown, string> = new Map([
  [undefined, 'n'],
  [null, 'n'],
  ['integer', 'd'],
]);

/** Choices within choices; no one writes more than a few, and Fluent's parsers have limits. */
const MAX_DEPTH = 20;

class FluentPrinter {
  readonly unconverted = new Set<string>();
  private depth = 0;

  /** @param count the argument that `#` stands for */
  print(elements: readonly MessageFormatElement[], count = ''): string {
    return elements.map((element) => this.printElement(element, count)).join('');
  }

  private printElement(element: MessageFormatElement, count: string): string {
    switch (element.type) {
      case TYPE.literal:
        return fluentSyntax.escape(element.value);
      case TYPE.pound:
        return this.printArgument('#', count, 's');
      case TYPE.argument:
        return this.printArgument(`{${element.value}}`, element.value, 's');
      case TYPE.number:
        return this.printArgument(
          `{${element.value}, number}`,
          element.value,
          CONVERSIONS.get(element.style ?? undefined),
        );
      case TYPE.date:
        if (!element.style && NAME.test(element.value)) return `{ DATETIME($${element.value}) }`;
        return this.refuse(`{${element.value}, date}`);
      case TYPE.select:
        return this.printChoice(element, `$${element.value}`, (option) => this.print(option));
      case TYPE.plural:
        return this.printPlural(element);
      default:
        return this.refuse(`{${element.value}}`);
    }
  }

  private refuse(raw: string): string {
    this.unconverted.add(raw);
    return '';
  }

  private printArgument(raw: string, argument: string, conversion: string | undefined): string {
    const all = { hasNames: true, isInOrder: false };
    const placeholder = conversion && { argument, conversion, modifiers: '', raw };
    return (placeholder && fluentSyntax.format(placeholder, all)) ?? this.refuse(raw);
  }

  private printPlural(element: PluralElement): string {
    const { value, pluralType, offset } = element;
    if (offset !== 0) return this.refuse(`{${value}, plural, offset:${offset}}`);
    const selector = pluralType === 'ordinal' ? `NUMBER($${value}, type: "ordinal")` : `$${value}`;
    return this.printChoice(element, selector, (option) => this.print(option, value));
  }

  /** Numbers stand first, because Fluent takes the first variant that matches, and `other` is the default. */
  private printChoice(
    { value, options }: PluralElement | SelectElement,
    selector: string,
    print: (option: MessageFormatElement[]) => string,
  ): string {
    const names = Object.keys(options);
    const isKey = (name: string): boolean => NAME.test(name) || /^=\d{1,15}$/.test(name);
    if (!NAME.test(value) || !names.every(isKey) || this.depth >= MAX_DEPTH) return this.refuse(`{${value}}`);
    this.depth++;
    const rank = (name: string): number => (name === 'other' ? 2 : name.startsWith('=') ? 0 : 1);
    const lines = names
      .sort((a, b) => rank(a) - rank(b))
      .map((name) => {
        const text = writePattern(print(options[name]?.value ?? []), VARIANT_INDENT);
        return `${name === 'other' ? '   *' : '    '}[${name.replace('=', '')}]${text}`;
      });
    this.depth--;
    return `{ ${selector} ->\n${lines.join('\n')}\n}`;
  }
}
