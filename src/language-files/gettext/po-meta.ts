import { type Meta, type MetaValue, metaTexts } from '../model/meta';
import type { PoMessage, PreviousMessage } from './po-parser';

/** What PO keeps of a key. */
export interface PoKeyMeta {
  /** Lines behind `#:`, as written. */
  references: string[];
  /** `c-format`, `range: 0..6`, …; never `fuzzy`, which is the translation's. */
  flags: string[];
  msgidPlural?: string;
  /** The message holds ICU plurals in plain `msgid` and `msgstr`: they are not gettext's. */
  icu: boolean;
}

/** What PO keeps of a translation. */
export interface PoTranslationMeta {
  fuzzy: boolean;
  /** Lines behind `#`, their leading space included. */
  comments: string[];
  previous: PreviousMessage;
}

/** What PO keeps of a file. */
export interface PoFileMeta {
  /** The `msgstr` of the empty msgid; empty where the file had none. */
  header: string;
  /** Comment lines above the header, with their `#`. */
  headerComments: string[];
  obsolete: PoMessage[];
  /** Messages whose msgid is nothing but white space, which is no name of a key. */
  nameless: PoMessage[];
  /** Comment lines behind the last message, with their `#`. */
  trailer: string[];
}

/** Members that say nothing are left out. */
export const keyMetaOf = ({ references, flags, msgidPlural, icu }: PoKeyMeta): Meta => ({
  ...(references.length > 0 && { references }),
  ...(flags.length > 0 && { flags }),
  ...(msgidPlural !== undefined && { msgidPlural }),
  ...(icu && { icu }),
});

export const translationMetaOf = ({ fuzzy, comments, previous }: PoTranslationMeta): Meta => ({
  ...(fuzzy && { fuzzy }),
  ...(comments.length > 0 && { comments }),
  ...(Object.keys(previous).length > 0 && { previous: { ...previous } }),
});

export const fileMetaOf = ({ header, headerComments, obsolete, nameless, trailer }: PoFileMeta): Meta => ({
  ...(header !== '' && { header }),
  ...(headerComments.length > 0 && { headerComments }),
  ...(obsolete.length > 0 && { obsolete: obsolete.map(messageMeta) }),
  ...(nameless.length > 0 && { nameless: nameless.map(messageMeta) }),
  ...(trailer.length > 0 && { trailer }),
});

const messageMeta = ({ comments, previous, msgctxt, msgid, msgidPlural, msgstr }: PoMessage): MetaValue => ({
  ...(comments.length > 0 && { comments }),
  ...(Object.keys(previous).length > 0 && { previous: { ...previous } }),
  ...(msgctxt !== undefined && { msgctxt }),
  msgid,
  ...(msgidPlural !== undefined && { msgidPlural }),
  msgstr: [...msgstr].map(([index, text]) => [index, text]),
});

// Stored metadata is read back with doubt: it may come from another version. What has another shape is none.

export function readKeyMeta(meta: Meta | undefined): PoKeyMeta {
  const msgidPlural = meta?.msgidPlural;
  return {
    references: metaTexts(meta, 'references').flatMap(singleLines),
    flags: metaTexts(meta, 'flags').filter((flag) => /^[^,\r\n]+$/.test(flag) && flag !== 'fuzzy'),
    ...(isGettextText(msgidPlural) && { msgidPlural }),
    icu: meta?.icu === true,
  };
}

export function readTranslationMeta(meta: Meta | undefined): PoTranslationMeta {
  return {
    fuzzy: meta?.fuzzy === true,
    comments: metaTexts(meta, 'comments').flatMap(singleLines),
    previous: readPrevious(meta?.previous),
  };
}

export function readFileMeta(meta: Meta | undefined): PoFileMeta {
  const messages = (list: MetaValue | undefined, obsolete: boolean): PoMessage[] =>
    Array.isArray(list) ? list.flatMap((message) => readMessage(message, obsolete)) : [];
  return {
    header: typeof meta?.header === 'string' ? meta.header : '',
    headerComments: commentsIn(meta, 'headerComments'),
    obsolete: messages(meta?.obsolete, true),
    nameless: messages(meta?.nameless, false),
    trailer: commentsIn(meta, 'trailer'),
  };
}

function readMessage(value: MetaValue, obsolete: boolean): PoMessage[] {
  if (!isRecord(value)) return [];
  const { msgctxt, msgid, msgidPlural, msgstr } = value;
  const texts = Array.isArray(msgstr) ? msgstr.flatMap(readForm) : [];
  if (!isGettextText(msgid) || texts.length === 0) return [];
  const message: PoMessage = {
    line: 0,
    obsolete,
    comments: commentsIn(value, 'comments'),
    previous: readPrevious(value.previous),
    ...(isGettextText(msgctxt) && { msgctxt }),
    msgid,
    ...(isGettextText(msgidPlural) && { msgidPlural }),
    msgstr: new Map(texts),
  };
  return [message];
}

function readForm(form: MetaValue): [number, string][] {
  const [index, text] = Array.isArray(form) ? form : [];
  const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < 100;
  return isIndex && isGettextText(text) ? [[index, text]] : [];
}

function readPrevious(value: MetaValue | undefined): PreviousMessage {
  if (!isRecord(value)) return {};
  const { msgctxt, msgid, msgidPlural } = value;
  return {
    ...(isGettextText(msgctxt) && { msgctxt }),
    ...(isGettextText(msgid) && { msgid }),
    ...(isGettextText(msgidPlural) && { msgidPlural }),
  };
}

/** A text that a PO file can hold. */
const isGettextText = (value: MetaValue | undefined): value is string =>
  typeof value === 'string' && !value.includes('\0') && !value.includes('\u0004');

const isRecord = (value: MetaValue | undefined): value is Meta =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only what is a comment, and no field behind `#~` or `#|`, may be written outside of the writer's own lines. */
const commentsIn = (meta: Meta | undefined, name: string): string[] =>
  metaTexts(meta, name)
    .flatMap(singleLines)
    .filter((line) => /^#(?![~|])/.test(line));

const singleLines = (text: string): string[] => text.split(/\r?\n|\r(?!$)/);
