import type { PoMessage } from './po-parser';
import { poField } from './po-string';

/** A message as gettext writes it, with its last line end and no empty line around it. */
export function writeMessage(message: PoMessage): string {
  const { comments, previous, msgctxt, msgid, msgidPlural, msgstr, obsolete } = message;
  const fields = [
    ...optional('msgctxt', msgctxt),
    ...poField('msgid', msgid),
    ...optional('msgid_plural', msgidPlural),
    ...[...msgstr].flatMap(([index, text]) => poField(msgidPlural === undefined ? 'msgstr' : `msgstr[${index}]`, text)),
  ];
  const previousFields = [
    ...optional('msgctxt', previous.msgctxt),
    ...optional('msgid', previous.msgid),
    ...optional('msgid_plural', previous.msgidPlural),
  ];
  const lines = [
    ...comments,
    ...previousFields.map((line) => `${obsolete ? '#~|' : '#|'} ${line}`),
    ...fields.map((line) => (obsolete ? `#~ ${line}` : line)),
  ];
  return `${lines.join('\n')}\n`;
}

const optional = (keyword: string, text: string | undefined): string[] =>
  text === undefined ? [] : poField(keyword, text);
