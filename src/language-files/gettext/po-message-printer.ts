import type { PoMessage, PreviousMessage } from './po-message';
import { CANONICAL_STYLE, type PoStyle } from './po-style';

/** Prints a message as gettext does, with a final line end and without empty lines around it. */
export function printMessage(message: PoMessage, style: PoStyle = CANONICAL_STYLE): string {
  const { comments, previous, msgctxt, msgid, msgidPlural, msgstr, obsolete } = message;
  const fields = [
    ...optionalField('msgctxt', msgctxt, style),
    ...style.field('msgid', msgid),
    ...optionalField('msgid_plural', msgidPlural, style),
    ...printForms(msgidPlural, msgstr, style),
  ];
  const lines = [
    ...comments,
    ...printPrevious(previous, style).map((line) => `${obsolete ? '#~|' : '#|'} ${line}`),
    ...fields.map((line) => (obsolete ? `#~ ${line}` : line)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the lines of the previous fields, without a marker. */
export const printPrevious = ({ msgctxt, msgid, msgidPlural }: PreviousMessage, style: PoStyle): string[] => [
  ...optionalField('msgctxt', msgctxt, style),
  ...optionalField('msgid', msgid, style),
  ...optionalField('msgid_plural', msgidPlural, style),
];

/** Returns the lines of translations, by their index. */
export const printForms = (
  msgidPlural: string | undefined,
  forms: Iterable<[number, string]>,
  style: PoStyle,
): string[] =>
  Array.from(forms).flatMap(([index, text]) =>
    style.field(msgidPlural === undefined ? 'msgstr' : `msgstr[${index}]`, text),
  );

const optionalField = (keyword: string, text: string | undefined, style: PoStyle): string[] =>
  text === undefined ? [] : style.field(keyword, text);
