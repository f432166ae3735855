import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Stands in the text of a form for a choice, whose options are forms of their own. */
export const CHOICE_MARK = '\uFFFC';

/** Stand around the name of an argument in the text of a form, where braces are literal text. */
export const ARGUMENT_START = '\uFFF9';
export const ARGUMENT_END = '\uFFFA';

/** The text of a message, or of an option of a choice. */
export interface MessageForm {
  /**
   * Literal text without the quotes of ICU. Arguments are their names between `ARGUMENT_START` and `ARGUMENT_END`, `#`
   * too; `CHOICE_MARK` stands for a choice.
   */
  readonly text: string;
  /** The choices, in the order of their marks. */
  readonly choices: readonly MessageChoice[];
}

/** A `plural`, `selectordinal` or `select` argument. */
export interface MessageChoice {
  readonly type: 'plural' | 'selectordinal' | 'select';
  readonly arg: string;
  readonly options: ReadonlyMap<string, MessageForm>;
}

/** The reason why a text is not an ICU message. */
export interface MessageProblem {
  readonly detail: string;
  /** The offset in the text, in UTF-16 code units; undefined where it is nested too deeply to be read. */
  readonly offset?: number;
}

const CHOICE = /\{\s*[^\s{},]{1,200}\s*,\s*(?:plural|selectordinal|select)\s*[,}]/;
const TYPED = /\{\s*[^\s{},]{1,200}\s*,\s*(?:number|date|time)\s*[,}]/;

/** Returns whether a text contains the beginning of a choice, or a number, date or time of ICU. Takes linear time. */
export const hasIcuType = (text: string): boolean => text.includes(',') && (CHOICE.test(text) || TYPED.test(text));

/** Parses an ICU message with its choices. Takes linear time and never throws. */
export const parseMessageTree = (text: string): MessageForm | MessageProblem =>
  tryParse(() => toForm(parse(text, { ignoreTag: true, captureLocation: true }), undefined, 0));

/**
 * Parses an ICU message into the elements of FormatJS. Takes linear time and never throws.
 *
 * @param hasTags `<b>` is an element, as FormatJS and next-intl read it, and ICU does not
 */
export const parseMessage = (text: string, hasTags = false): MessageFormatElement[] | MessageProblem =>
  tryParse(() => parse(text, { ignoreTag: !hasTags, captureLocation: true }));

function tryParse<T>(read: () => T): T | MessageProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return { detail: 'it is nested too deeply' };
    if (error instanceof SyntaxError) return toProblem(error);
    throw error;
  }
}

/** A part of a text, in UTF-16 code units. */
interface Span {
  start: number;
  end: number;
}

/**
 * Finds the literal text of an ICU message, with its quotes, in all options of its choices: the rest is its syntax. Takes
 * linear time and never throws.
 */
export const literalSpans = (text: string): Span[] | MessageProblem =>
  tryParse(() => addLiterals(parse(text, { ignoreTag: true, captureLocation: true }), 0, []));

/** @throws RangeError when choices are nested too deeply, as the parser does */
function addLiterals(elements: readonly MessageFormatElement[], depth: number, into: Span[]): Span[] {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  for (const { location, ...element } of elements) {
    if (element.type === TYPE.literal && location)
      into.push({ start: location.start.offset, end: location.end.offset });
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue;
    for (const { value } of Object.values(element.options)) addLiterals(value, depth + 1, into);
  }
  return into;
}

export const isMessageForm = (message: MessageForm | MessageProblem): message is MessageForm => 'text' in message;

/** Choices within choices; no one writes more than a few. */
const MAX_DEPTH = 50;

/**
 * @param count the argument that `#` stands for
 * @throws RangeError when choices are nested too deeply, as the parser does
 */
function toForm(elements: readonly MessageFormatElement[], count: string | undefined, depth: number): MessageForm {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  const choices: MessageChoice[] = [];
  let text = '';
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
        text += element.value;
        break;
      case TYPE.pound:
        text += count === undefined ? '#' : writeArgument(count);
        break;
      case TYPE.select:
      case TYPE.plural:
        choices.push(toChoice(element, count, depth));
        text += CHOICE_MARK;
        break;
      case TYPE.tag:
        break;
      default:
        text += writeArgument(element.value);
    }
  }
  return { text, choices };
}

const writeArgument = (name: string): string => ARGUMENT_START + name + ARGUMENT_END;

function toChoice(
  element: Extract<MessageFormatElement, { type: TYPE.select | TYPE.plural }>,
  count: string | undefined,
  depth: number,
): MessageChoice {
  const isPlural = element.type === TYPE.plural;
  const type = !isPlural ? 'select' : element.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
  const options = new Map<string, MessageForm>();
  for (const [selector, { value }] of Object.entries(element.options))
    options.set(selector, toForm(value, isPlural ? element.value : count, depth + 1));
  return { type, arg: element.value, options };
}

const DETAILS: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a "{" has no "}"',
  EMPTY_ARGUMENT: 'the argument "{}" has no name',
  MALFORMED_ARGUMENT: 'the name of an argument is malformed',
  EXPECT_ARGUMENT_TYPE: 'an argument has a comma, but no type',
  INVALID_ARGUMENT_TYPE: 'the type of an argument is unknown',
  EXPECT_ARGUMENT_STYLE: 'an argument has no style behind the comma',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'a plural or select has no options',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'a select has no option where one is expected',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'a plural has no form where one is expected',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'an option of a select has no text in braces',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'a form of a plural has no text in braces',
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'the number of a plural form is malformed',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'a plural has the same form twice',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'a select has the same option twice',
  UNCLOSED_TAG: 'a tag is not closed',
  UNMATCHED_CLOSING_TAG: 'an end tag has no start tag',
  INVALID_TAG: 'a tag is malformed',
  MISSING_OTHER_CLAUSE: 'a plural or select has no option "other"',
};

/** The parser's errors have a location, which the type of `SyntaxError` does not show. */
function toProblem(error: SyntaxError & { location?: { start: { offset: number } } }): MessageProblem {
  const { message, location } = error;
  const detail = DETAILS[message] ?? message.toLowerCase().replaceAll('_', ' ');
  return { detail, offset: location?.start.offset };
}
