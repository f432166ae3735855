import { SYNTAXES } from '../placeholders/convert-placeholders';
import { parseMessage } from './message-tree';

/** A reference to another text (`$t(key)`), which no other format has. */
export const I18NEXT_REFERENCE = '$t(';

/**
 * Returns whether a text has placeholders or references of i18next, also if no other format has them: `{{date, short}}`.
 * An ICU message may have placeholders, too: `{n, plural, one {{x}} other {{y}}}`.
 */
export const hasI18nextPlaceholder = (text: string): boolean =>
  (text.includes('{{') || text.includes(I18NEXT_REFERENCE)) &&
  SYNTAXES.i18next.parse(text).some((token) => typeof token !== 'string');

/** Returns whether a text certainly is one of i18next, because of a reference, or because ICU refuses it. */
export const isI18nextText = (text: string): boolean =>
  hasI18nextPlaceholder(text) && (text.includes(I18NEXT_REFERENCE) || !Array.isArray(parseMessage(text)));
