import type { PoMessage } from './po-message';
import { poField } from './po-string';

/** Prints a message as gettext does, with a final line end and without empty lines around it. */
export function printMessage(message: PoMessage): string {
  const { comments, previous, msgctxt, msgid, msgidPlural, msgstr, obsolete } = message;
  const previousFields = [
    ...optionalField('msgctxt', previous.msgctxt),
    ...optionalField('msgid', previous.msgid),
    ...optionalField('msgid_plural', previous.msgidPlural),
  ];
  const fields = [
    ...optionalField('msgctxt', msgctxt),
    ...poField('msgid', msgid),
    ...optionalField('msgid_plural', msgidPlural),
    ...[...msgstr].flatMap(([index, text]) => poField(msgidPlural === undefined ? 'msgstr' : `msgstr[${index}]`, text)),
  ];
  const lines = [
    ...comments,
    ...previousFields.map((line) => `${obsolete ? '#~|' : '#|'} ${line}`),
    ...fields.map((line) => (obsolete ? `#~ ${line}` : line)),
  ];
  return `${lines.join('\n')}\n`;
}

const optionalField = (keyword: string, text: string | undefined): string[] =>
  text === undefined ? [] : poField(keyword, text);
