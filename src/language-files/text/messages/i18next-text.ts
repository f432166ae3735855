import { SYNTAXES } from '../placeholders/convert-placeholders';
import { isPlaceholder } from '../placeholders/placeholder';
import { parseMessage } from './message-tree';

/**
 * Returns whether a text has placeholders of i18next. An ICU message may have them, too: `{n, plural, one {{x}} other
 * {{y}}}`.
 */
export const hasI18nextPlaceholder = (text: string): boolean =>
  text.includes('{{') && SYNTAXES.i18next.parse(text).some(isPlaceholder);

/** Returns whether a text certainly is one of i18next, because ICU refuses it. */
export const isI18nextText = (text: string): boolean =>
  hasI18nextPlaceholder(text) && !Array.isArray(parseMessage(text));
