import type { ParseContext, ParsedFile } from '../../model/codec';
import { compactMeta, type Meta } from '../../model/meta';
import type { ParsedEntry } from '../../model/entry';
import { MalformedFileError } from '../../model/format-errors';
import { isNameless } from '../../model/nameless';
import { printCompactJson } from '../../json/json-printer';
import { lastMember, objectNode, readJson, type JsonMember, type JsonObject } from '../../json/json-tree';
import { isEmpty, readLocalization } from './localization-reader';

/**
 * Reads one entry for each localization of each key. A key without a localization of the source language is its own
 * source text, as in Xcode.
 */
export function readCatalog(text: string, context: ParseContext): ParsedFile {
  const root = readJson(text);
  const declared = lastMember(root, 'sourceLanguage')?.value;
  const sourceLanguage = declared?.kind === 'string' ? declared.text : context.sourceLanguage;
  const strings = lastMember(root, 'strings');
  if (strings?.value.kind !== 'object') {
    const position = { line: root.line, column: root.column };
    throw new MalformedFileError('a string catalog must have an object "strings"', position);
  }
  const reader = new CatalogReader(context, sourceLanguage);
  for (const member of strings.value.members) reader.read(member);
  const others = root.members.filter(({ name }) => name !== 'sourceLanguage' && name !== 'strings');
  const meta = compactMeta({
    attributes: printMembers(others),
    aside: reader.aside.length > 0 ? printMembers(reader.aside) : undefined,
  });
  return { sourceLanguage, entries: reader.entries, meta };
}

class CatalogReader {
  readonly entries: ParsedEntry[] = [];
  /** The strings whose names are white space, which cannot be keys. */
  readonly aside: JsonMember[] = [];

  constructor(
    private readonly context: ParseContext,
    private readonly sourceLanguage: string,
  ) {}

  read(member: JsonMember): void {
    const { name: key, value, line, column } = member;
    if (value.kind !== 'object') {
      throw new MalformedFileError('a string of a catalog must be an object', { line, column, key });
    }
    const localizations = readLocalizations(value, key);
    if (isNameless(key)) {
      this.keepAside(member, localizations.length > 0);
      return;
    }
    const keyAttributes = readKeyAttributes(value, localizations);
    for (const localization of localizations) this.addLocalization(key, localization, keyAttributes);
    if (localizations.some(({ name }) => name === this.sourceLanguage)) return;
    const impliedSource = { language: this.sourceLanguage, value: key, implied: true } as const;
    this.entries.push({ key, ...impliedSource, ...keyAttributes, meta: { implicit: true }, line });
  }

  /** Xcode itself adds a string without a name and without texts. */
  private keepAside(member: JsonMember, hasTexts: boolean): void {
    this.aside.push(member);
    const code = hasTexts ? 'entry_kept_aside' : 'key_skipped';
    const detail = 'a name of only white space cannot be a key; the string is kept with the file';
    this.context.warn({ code, detail, key: member.name, line: member.line });
  }

  private addLocalization(key: string, { name: language, value, line }: JsonMember, attributes: KeyAttributes): void {
    const localization = readLocalization(value, language);
    if (localization.warning !== undefined) {
      this.context.warn({ code: 'variations_kept', detail: localization.warning, key, language, line });
    }
    const meta = Object.keys(localization.meta).length > 0 ? { meta: localization.meta } : {};
    this.entries.push({ key, language, value: localization.value, ...attributes, ...meta, line });
  }
}

function readLocalizations(string: JsonObject, key: string): JsonMember[] {
  const member = lastMember(string, 'localizations');
  if (!member) return [];
  if (member.value.kind === 'object') return member.value.members;
  const { line, column } = member;
  throw new MalformedFileError('"localizations" must be an object', { line, column, key });
}

/** The members of a key that apply to all its languages. */
type KeyAttributes = Pick<ParsedEntry, 'description' | 'keyMeta'>;

function readKeyAttributes(string: JsonObject, localizations: readonly JsonMember[]): KeyAttributes {
  const comment = lastMember(string, 'comment')?.value;
  const description = comment?.kind === 'string' && comment.text !== '' ? comment.text : undefined;
  const others = string.members.filter(
    ({ name }) => name !== 'localizations' && !(name === 'comment' && description !== undefined),
  );
  const withoutText = localizations.filter(({ name, value }) => isEmpty(readLocalization(value, name)));
  const keyMeta: Meta = {};
  if (others.length > 0) keyMeta['attributes'] = printMembers(others);
  if (withoutText.length > 0) keyMeta['localizations'] = printMembers(withoutText);
  return {
    ...(description !== undefined && { description }),
    ...(Object.keys(keyMeta).length > 0 && { keyMeta }),
  };
}

const printMembers = (members: readonly JsonMember[]): string =>
  printCompactJson(objectNode(members.map(({ name, value }) => [name, value])));
