import type { Span } from '../../checks/placeholders';

const PARTS = /\u200d|\ufe0f|\u20e3|\u{e007f}|\p{EMod}|\p{RI}/u;
const FLAG = String.raw`\p{RI}\p{RI}`;
const ELEMENT = String.raw`\p{Emoji}(?:\p{EMod}|\ufe0f\u20e3?|[\u{e0020}-\u{e007e}]+\u{e007f})?`;
/** Unicode Technical Standard #51, section 1.4.9. */
const EMOJI = new RegExp(`${FLAG}|${ELEMENT}(?:\\u200d(?:${FLAG}|${ELEMENT}))*`, 'gu');

/** Returns the emoji of a text that may have several code points: with a colour of skin, families, flags. */
export function emojiIn(text: string): Span[] {
  if (!PARTS.test(text)) return [];
  return Array.from(text.matchAll(EMOJI), ({ index, 0: emoji }) => ({ start: index, end: index + emoji.length }));
}
