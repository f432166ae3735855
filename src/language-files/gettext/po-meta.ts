import { type Meta, type MetaValue, metaItems, metaObject, metaText, metaTexts } from '../model/meta';
import type { PoMessage, PreviousMessage } from './po-message';

/** The metadata of a key, the same in all languages. */
export interface PoKeyMeta {
  /** The `#:` lines without their marker, as written. */
  references: string[];
  /** For instance `c-format` or `range: 0..6`; never `fuzzy`, which belongs to the translation. */
  flags: string[];
  msgidPlural?: string;
  /** True where a plain `msgid` or `msgstr` is an ICU plural, so that the text is not a gettext plural. */
  icu: boolean;
}

/** The metadata of one translation. */
export interface PoTranslationMeta {
  fuzzy: boolean;
  /** Translator comments: the lines after `#`, including their leading space. */
  comments: string[];
  previous: PreviousMessage;
}

/** The metadata of a file. */
export interface PoFileMeta {
  /** The `msgstr` of the empty msgid; empty where the file has none. */
  header: string;
  /** Comment lines above the header, with their `#`. */
  headerComments: string[];
  obsolete: PoMessage[];
  /** Messages whose msgid is only white space, which cannot be the name of a key. */
  nameless: PoMessage[];
  /** Comment lines after the last message, with their `#`. */
  trailer: string[];
}

// Metadata is stored without the members that have their default value.

export const toKeyMeta = ({ references, flags, msgidPlural, icu }: PoKeyMeta): Meta => ({
  ...(references.length > 0 && { references }),
  ...(flags.length > 0 && { flags }),
  ...(msgidPlural !== undefined && { msgidPlural }),
  ...(icu && { icu }),
});

export const toTranslationMeta = ({ fuzzy, comments, previous }: PoTranslationMeta): Meta => ({
  ...(fuzzy && { fuzzy }),
  ...(comments.length > 0 && { comments }),
  ...(Object.keys(previous).length > 0 && { previous: { ...previous } }),
});

export const toFileMeta = ({ header, headerComments, obsolete, nameless, trailer }: PoFileMeta): Meta => ({
  ...(header !== '' && { header }),
  ...(headerComments.length > 0 && { headerComments }),
  ...(obsolete.length > 0 && { obsolete: obsolete.map(toMessageMeta) }),
  ...(nameless.length > 0 && { nameless: nameless.map(toMessageMeta) }),
  ...(trailer.length > 0 && { trailer }),
});

const toMessageMeta = ({ comments, previous, msgctxt, msgid, msgidPlural, msgstr }: PoMessage): MetaValue => ({
  ...(comments.length > 0 && { comments }),
  ...(Object.keys(previous).length > 0 && { previous: { ...previous } }),
  ...(msgctxt !== undefined && { msgctxt }),
  msgid,
  ...(msgidPlural !== undefined && { msgidPlural }),
  msgstr: [...msgstr].map(([index, text]) => [index, text]),
});

// Stored metadata may come from another version of Glossa. Members of another shape are ignored.

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
    metaItems(list).flatMap((message) => readMessage(metaObject(message), obsolete));
  return {
    header: metaText(meta?.header) ?? '',
    headerComments: readCommentLines(meta, 'headerComments'),
    obsolete: messages(meta?.obsolete, true),
    nameless: messages(meta?.nameless, false),
    trailer: readCommentLines(meta, 'trailer'),
  };
}

function readMessage(meta: Meta, obsolete: boolean): PoMessage[] {
  const { msgctxt, msgid, msgidPlural, msgstr } = meta;
  const forms = metaItems(msgstr).flatMap(readForm);
  if (!isGettextText(msgid) || forms.length === 0) return [];
  const message: PoMessage = {
    line: 0,
    obsolete,
    comments: readCommentLines(meta, 'comments'),
    previous: readPrevious(meta.previous),
    ...(isGettextText(msgctxt) && { msgctxt }),
    msgid,
    ...(isGettextText(msgidPlural) && { msgidPlural }),
    msgstr: new Map(forms),
  };
  return [message];
}

function readForm(form: MetaValue): [number, string][] {
  const [index, text] = metaItems(form);
  const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < 100;
  return isIndex && isGettextText(text) ? [[index, text]] : [];
}

function readPrevious(value: MetaValue | undefined): PreviousMessage {
  const { msgctxt, msgid, msgidPlural } = metaObject(value);
  return {
    ...(isGettextText(msgctxt) && { msgctxt }),
    ...(isGettextText(msgid) && { msgid }),
    ...(isGettextText(msgidPlural) && { msgidPlural }),
  };
}

/** Whether a value is a text that a PO file can hold. */
const isGettextText = (value: MetaValue | undefined): value is string =>
  typeof value === 'string' && !value.includes('\0') && !value.includes('\u0004');

/** Returns the lines that are comments; stored lines must not add fields to the file, not even behind `#~` or `#|`. */
const readCommentLines = (meta: Meta | undefined, name: string): string[] =>
  metaTexts(meta, name)
    .flatMap(singleLines)
    .filter((line) => /^#(?![~|])/.test(line));

const singleLines = (text: string): string[] => text.split(/\r?\n|\r(?!$)/);
