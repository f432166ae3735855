import { checkText, isMessageForm, parseMessageTree } from './messages';

interface LanguageText {
  language: string;
  text: string;
}

/** Whether a translation is a message of ICU that no application can read, although its source text is one. */
export const isBroken = (source: LanguageText, target: LanguageText): boolean =>
  (target.text.includes('{') || target.text.includes('}')) &&
  !isMessageForm(parseMessageTree(target.text)) &&
  checkText({ source, target }).some(({ code }) => code === 'icu_syntax');
