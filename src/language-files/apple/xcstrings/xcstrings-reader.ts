import type { ParseContext, ParsedFile } from '../../model/codec';
import type { Meta } from '../../model/meta';
import type { ParsedEntry } from '../../model/entry';
import { MalformedFileError } from '../../model/format-errors';
import { compactJson, objectNode } from '../../json/json-text';
import { lastMember, readJson, type JsonMember, type JsonNode, type JsonObject } from '../../json/json-tree';
import { readLocalization } from './localization-reader';

/** One entry for each localization of each key; the key itself is the source text where the file has none. */
export function readCatalog(text: string, context: ParseContext): ParsedFile {
  const root = readJson(text);
  const named = lastMember(root, 'sourceLanguage')?.value;
  const sourceLanguage = named?.kind === 'string' ? named.text : context.sourceLanguage;
  const strings = lastMember(root, 'strings');
  if (strings?.value.kind !== 'object')
    throw new MalformedFileError('a string catalog has an object "strings"', { line: root.line, column: root.column });
  const reader = new CatalogReader(context, sourceLanguage);
  for (const member of strings.value.members) reader.read(member);
  const others = root.members.filter(({ name }) => name !== 'sourceLanguage' && name !== 'strings');
  return { sourceLanguage, entries: reader.entries, meta: { attributes: kept(others) } };
}

const kept = (members: readonly JsonMember[]): string =>
  compactJson(objectNode(members.map(({ name, value }) => [name, value])));

class CatalogReader {
  readonly entries: ParsedEntry[] = [];

  constructor(
    private readonly context: ParseContext,
    private readonly sourceLanguage: string,
  ) {}

  read({ name: key, value, line, column }: JsonMember): void {
    if (value.kind !== 'object')
      throw new MalformedFileError('a string of a catalog is an object', { line, column, key });
    const localizations = this.localizations(value, key);
    if (key.trim() === '' && localizations.length === 0) {
      this.context.warn({ code: 'key_skipped', detail: 'a text of white space alone needs no translation', key, line });
      return;
    }
    const about = this.aboutKey(value, localizations);
    for (const { name: language, value: localization, line: at } of localizations) {
      const read = readLocalization(localization, language);
      if (read.warning !== undefined)
        this.context.warn({ code: 'variations_kept', detail: read.warning, key, language, line: at });
      const meta = Object.keys(read.meta).length > 0 ? { meta: read.meta } : {};
      this.entries.push({ key, language, value: read.value, ...about, ...meta, line: at });
    }
    if (localizations.some(({ name }) => name === this.sourceLanguage)) return;
    this.entries.push({
      key,
      language: this.sourceLanguage,
      value: key,
      implied: true,
      ...about,
      meta: { implicit: true },
      line,
    });
  }

  private localizations(value: JsonObject, key: string): JsonMember[] {
    const member = lastMember(value, 'localizations');
    if (!member) return [];
    if (member.value.kind === 'object') return member.value.members;
    const { line, column } = member;
    throw new MalformedFileError('"localizations" is an object', { line, column, key });
  }

  /** What the catalog says of the key in every language. */
  private aboutKey(
    value: JsonObject,
    localizations: readonly JsonMember[],
  ): Pick<ParsedEntry, 'description' | 'keyMeta'> {
    const comment = lastMember(value, 'comment')?.value;
    const description = comment?.kind === 'string' && comment.text !== '' ? comment.text : undefined;
    const others = value.members.filter(
      ({ name }) => name !== 'localizations' && !(name === 'comment' && description !== undefined),
    );
    const textless = localizations.filter((localization) => !holdsText(localization));
    const keyMeta: Meta = {};
    if (others.length > 0) keyMeta['attributes'] = kept(others);
    if (textless.length > 0) keyMeta['localizations'] = kept(textless);
    return {
      ...(description !== undefined && { description }),
      ...(Object.keys(keyMeta).length > 0 && { keyMeta }),
    };
  }
}

const holdsText = ({ name, value }: { name: string; value: JsonNode }): boolean =>
  readLocalization(value, name).value !== null;
