/** The service's own functions over texts, which the pages run as well: nothing is looked up while a person types. */
export { checkText } from '../../../../src/checks/check-text';
export { readFlags } from '../../../../src/checks/character-flags';
export { countCharacters } from '../../../../src/checks/rules/too-long';
export { CHECK_CODES, type CheckCode, type Finding } from '../../../../src/checks/finding';
export { scanPlaceholders } from '../../../../src/checks/placeholders';
export { pluralNumbers } from '../../../../src/checks/plural-numbers';
export {
  hasIcuType,
  isMessageForm,
  parseMessageTree,
  parsePluralMessage,
  PLURAL_CATEGORIES,
  pluralCategories,
  type PluralCategory,
  type PluralMessage,
  printChoice,
  printPluralMessage,
  readChoice,
  type WrittenChoice,
} from '../../../../src/language-files/messages';
