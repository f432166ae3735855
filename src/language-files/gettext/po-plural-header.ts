import { PoHeader } from './po-header';
import { PoMessageEditor } from './po-message-editor';
import { parsePo } from './po-parser';
import { decoderOf, isHeader } from './po-reader';
import { detectStyle, newlineOf } from './po-style';
import { printHeader } from './po-writer';

/**
 * Returns a file whose header declares the plural forms of another one. A file without a header gets the other one.
 *
 * @throws MalformedFileError with line and column
 */
export function declarePluralForms(source: string, wanted: PoHeader): string {
  const { messages } = parsePo(source, decoderOf(source));
  const newline = newlineOf(source);
  const found = messages.find((message) => !message.obsolete && isHeader(message));
  if (!found) {
    const start = messages[0]?.start ?? 0;
    const added = `${printHeader(wanted, [])}\n`.replaceAll('\n', newline);
    return source.slice(0, start) + added + source.slice(start);
  }
  const header = new PoHeader(found.msgstr.get(0) ?? '');
  header.set('Plural-Forms', wanted.get('Plural-Forms') ?? '');
  const editor = new PoMessageEditor(source, newline, detectStyle(source));
  const changed = editor.change(found, { msgstr: new Map([[0, header.text]]) });
  return source.slice(0, found.start) + changed + source.slice(found.end);
}
