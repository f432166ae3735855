import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite } from '../model/codec';
import { gettextLocale, gettextTag, isKnownModifier } from './gettext-locale';
import { type IndexedForms, indexForms, parsePluralForms } from './plural-forms';
import { wellKnownPluralForms } from './plural-forms-table';

/**
 * Converts the value of the `Language` field to a canonical language tag: `sr_RS@latin` to `sr-Latn-RS`.
 *
 * @returns undefined for a field that is empty, is still a template's or is not a locale
 */
export function languageTag(field: string): string | undefined {
  const [, locale = '', modifier] = /^\s*([A-Za-z\d_-]+)(?:\.[^@\s]*)?(?:@([A-Za-z]+))?\s*$/.exec(field) ?? [];
  if (locale === 'LANGUAGE' || (modifier !== undefined && !isKnownModifier(modifier))) return undefined;
  return canonicalLanguage(gettextTag(field.trim()));
}

/**
 * The header of a PO file: the lines `Name: value` of its `msgstr`. Other lines and the order of all lines are kept.
 */
export class PoHeader {
  private readonly lines: string[];

  constructor(text: string) {
    this.lines = text.split('\n');
    if (this.lines.at(-1) === '') this.lines.pop();
  }

  get(name: string): string | undefined {
    const line = this.lines.find((candidate) => fieldName(candidate) === name.toLowerCase());
    return line?.slice(line.indexOf(':') + 1).trim();
  }

  set(name: string, value: string): void {
    const index = this.lines.findIndex((candidate) => fieldName(candidate) === name.toLowerCase());
    const line = `${name}: ${value}`;
    if (index < 0) this.lines.push(line);
    else this.lines[index] = line;
  }

  remove(name: string): void {
    const index = this.lines.findIndex((candidate) => fieldName(candidate) === name.toLowerCase());
    if (index >= 0) this.lines.splice(index, 1);
  }

  setIfMissing(name: string, value: string): void {
    if (this.get(name) === undefined) this.set(name, value);
  }

  get text(): string {
    return this.lines.map((line) => `${line}\n`).join('');
  }
}

const fieldName = (line: string): string | undefined => /^([\w-]+)\s*:/.exec(line)?.[1]?.toLowerCase();

/** The line of the field. It matches each line that has the name, so that each is read once. */
const CONTENT_TYPE = /^[^#\r\n]*Content-Type:[^\r\n]*/im;

/**
 * Returns the charset that a PO file declares; undefined for a template's `CHARSET`.
 *
 * @param head the start of the file, decoded as Latin-1
 */
export function declaredCharset(head: string): string | undefined {
  const charset = /charset=([\w.:-]+)/i.exec(CONTENT_TYPE.exec(head)?.[0] ?? '')?.[1];
  // The WHATWG Encoding Standard decodes "ascii" as Windows-1252, which would be a guess.
  return charset && !/^(?:charset|ascii|us-ascii)$/i.test(charset) ? charset : undefined;
}

/** Returns the file with the declaration that its charset is UTF-8. */
export const declareUtf8 = (source: string): string =>
  source.replace(CONTENT_TYPE, (field) => field.replace(/(charset=)[\w.:-]+/i, '$1UTF-8'));

/** Returns the header of a file to be written: the stored one, with the fields that must be true of this file. */
export function headerToWrite(
  stored: string,
  file: Pick<FileToWrite, 'language' | 'sourceLanguage' | 'projectName'>,
): PoHeader {
  const header = new PoHeader(stored.replaceAll('\0', '').replaceAll('\u0004', ''));
  header.setIfMissing('Project-Id-Version', file.projectName.replaceAll(/\p{Cc}+/gu, ' ').trim());
  if (languageTag(header.get('Language') ?? '') !== file.language) {
    header.set('Language', gettextLocale(file.language));
  }
  header.setIfMissing('MIME-Version', '1.0');
  const contentType = header.get('Content-Type') ?? '';
  if (!/charset=utf-?8\b/i.test(contentType)) header.set('Content-Type', 'text/plain; charset=UTF-8');
  header.setIfMissing('Content-Transfer-Encoding', '8bit');
  if (!parsePluralForms(header.get('Plural-Forms') ?? '')) {
    header.set('Plural-Forms', wellKnownPluralForms(file.language));
  }
  return header;
}

const ONE_FORM: IndexedForms = { categories: ['other'], numbers: new Map() };

/**
 * Returns the category of each `msgstr[n]`, by the header's Plural-Forms or else by the well-known ones of the
 * language. `declared` tells which; `usable` is false where the header has Plural-Forms that cannot be used, other than a template's
 * placeholder.
 */
export function headerForms(header: PoHeader, language: string): IndexedForms & { usable: boolean; declared: boolean } {
  const field = header.get('Plural-Forms') ?? '';
  const declaredForms = parsePluralForms(field);
  const forms = declaredForms ?? parsePluralForms(wellKnownPluralForms(language));
  const declared = declaredForms !== undefined;
  const usable = declared || field === '' || field.includes('EXPRESSION');
  return { ...(forms ? indexForms(forms, language) : ONE_FORM), usable, declared };
}
