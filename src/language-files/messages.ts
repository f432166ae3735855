/** The part of the library that reads and writes messages. It needs nothing of Node, so that browsers run it, too. */
export { PLURAL_CATEGORIES, type Plural, type PluralCategory } from './model/plural';
export {
  ARGUMENT_END,
  ARGUMENT_START,
  CHOICE_MARK,
  hasIcuType,
  isMessageForm,
  literalSpans,
  type MessageForm,
  type MessageProblem,
  parseMessageTree,
} from './text/messages/message-tree';
export {
  type ChoiceElement,
  type MessageElement,
  quoteMessageText,
  readMessageElements,
} from './text/messages/message-elements';
export { printChoice, readChoice, type WrittenChoice } from './text/messages/message-choice';
export { isPluralCategory, pluralCategories } from './text/plurals/categories';
export { parsePluralMessage, type PluralMessage, printPluralMessage } from './text/plurals/icu-message';
