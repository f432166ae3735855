import type { FileToWrite } from '../model/codec';
import { metaItems } from '../model/meta';
import { tryWrite } from '../model/left-out';
import { groupOf } from '../template/group-of';
import { underscoredTag } from '../text/locale-names';
import { NO_NAMESPACES, storedElements } from '../xml/stored-xml';
import { readXmlFragment } from '../xml/xml-reader';
import { attributes } from '../xml/xml-writer';
import { joinKey } from './qt-key';
import { readName } from './qt-message-reader';
import { contextOfEntry, writeMessage } from './qt-message-writer';
import { numerusOf } from './qt-plurals';
import { writeText } from './qt-text';

/** Writes a TS file in the layout of Qt's own tools, so that their next run changes little of it. */
export function* writeQtTs(file: FileToWrite): Generator<string> {
  const languages = attributes(
    [
      ['language', underscoredTag(file.language)],
      ['sourcelanguage', underscoredTag(file.sourceLanguage)],
    ],
    '',
  );
  yield `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1"${languages}>\n`;
  for (const xml of storedElements(file.meta?.head, NO_NAMESPACES)) yield `${xml}\n`;
  const unused = readUnusedMessages(file);
  yield* writeContexts(writeMessages(file, (key) => unused.delete(key)));
  yield* writeContexts([...unused.values()].flat());
  yield '</TS>\n';
}

/** The XML of a message and of the name of its context. */
interface Message {
  context: string;
  xml: string;
}

/**
 * A context is written in several parts where messages with an id sort between its messages. Readers join the parts. A
 * message that is left out is undefined.
 */
function* writeContexts(messages: Iterable<Message | undefined>): Generator<string> {
  let open: string | undefined;
  for (const message of messages) {
    if (!message) {
      yield '';
      continue;
    }
    const { context, xml } = message;
    if (context !== open) {
      if (open !== undefined) yield '</context>\n';
      yield `<context>\n    <name>${context}</name>\n`;
      open = context;
    }
    yield xml;
  }
  if (open !== undefined) yield '</context>\n';
}

/** @param onWritten receives the key of each message that is written */
function* writeMessages(file: FileToWrite, onWritten: (key: string) => void): Generator<Message | undefined> {
  const numerus = numerusOf(file.language);
  for (const entry of file.entries) {
    const { key } = entry;
    yield tryWrite(file, [key], () => {
      const lines = writeMessage(entry, { ...numerus, warn: (warning) => file.warn(warning) });
      const message = { context: writeText(contextOfEntry(entry), key), xml: formatMessage(lines) };
      onWritten(key);
      return message;
    });
  }
}

function formatMessage([open = '', ...lines]: readonly string[]): string {
  const indented = lines.map((line) => `        ${line.replace(/^ {2}/, '    ')}\n`);
  return `    ${open}\n${indented.join('')}    </message>\n`;
}

/** Returns the stored messages that are not in use, by key. */
function readUnusedMessages({ meta }: FileToWrite): Map<string, Message[]> {
  const messages = new Map<string, Message[]>();
  for (const stored of metaItems(meta?.obsolete)) {
    const [context, ...elements] = metaItems(stored);
    const [xml] = storedElements(elements.slice(0, 1), NO_NAMESPACES);
    const [message] = xml === undefined ? [] : readXmlFragment(xml);
    if (typeof context !== 'string' || message?.type !== 'element') continue;
    const key = joinKey(readName(message, context));
    groupOf(messages, key).push({ context: writeText(context, context), xml: `    ${xml}\n` });
  }
  return messages;
}
