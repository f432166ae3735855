import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { compactJson, objectNode } from '../json/json-text';
import { readJson, type JsonMember, type JsonNode, type JsonObject } from '../json/json-tree';

/** What `@key` says of a key. */
interface Attributes {
  description?: string;
  keyMeta?: Meta;
}

/** Names with `@@` are the file's, those with `@` describe the key without it, all others are texts. */
export function readArb(text: string, context: ParseContext): ParsedFile {
  const root = readJson(text);
  const { entries, attributes, globals } = new ArbReader(context).read(root);
  const locale = globals.find(({ name }) => name === '@@locale')?.value;
  const others = globals.filter(({ value }) => value !== locale);
  const meta: Meta = {};
  if (others.length > 0) meta['globals'] = compactJson(objectNode(others.map(({ name, value }) => [name, value])));
  for (const [key, { about, line }] of attributes) {
    context.warn({ code: 'attributes_without_text', detail: `"@${key}" describes a key that has no text`, key, line });
    entries.push({ key, value: null, line, ...about });
  }
  if (locale?.kind !== 'string') return { entries, meta };
  return { language: locale.text, entries, meta: { ...meta, locale: locale.text } };
}

class ArbReader {
  readonly entries: ParsedEntry[] = [];
  /** At the end, of keys that are not among the entries. */
  readonly attributes = new Map<string, { about: Attributes; line: number }>();
  readonly globals: JsonMember[] = [];

  constructor(private readonly context: ParseContext) {}

  read(root: JsonObject): this {
    for (const member of root.members) {
      if (member.name.startsWith('@@')) this.globals.push(member);
      else if (member.name.startsWith('@')) this.describe(member);
      else this.entries.push({ key: member.name, value: this.textOf(member), line: member.line });
    }
    const named = new Set<string>();
    for (const entry of this.entries) {
      Object.assign(entry, this.attributes.get(entry.key)?.about);
      named.add(entry.key);
    }
    for (const key of named) this.attributes.delete(key);
    return this;
  }

  private describe({ name, value, line }: JsonMember): void {
    const key = name.slice(1);
    if (value.kind === 'object' && !this.attributes.has(key)) {
      this.attributes.set(key, { about: attributesOf(value), line });
      return;
    }
    const detail =
      value.kind === 'object' ? `${JSON.stringify(name)} is there twice` : `it is no object: ${shown(value)}`;
    this.context.warn({ code: 'attributes_ignored', detail, key, line });
  }

  private textOf({ name, value, line }: JsonMember): string | null {
    if (value.kind === 'object' || value.kind === 'array')
      throw new MalformedFileError(`an ARB file is flat: ${JSON.stringify(name)} must be a text`, {
        line: value.line,
        column: value.column,
        key: name,
      });
    if (value.kind === 'null') return null;
    if (value.kind !== 'string')
      this.context.warn({
        code: 'value_became_text',
        detail: `the ${value.kind} ${value.text} is kept as a text`,
        key: name,
        line,
      });
    return value.text;
  }
}

const shown = (value: JsonNode): string => compactJson(value).slice(0, 80);

/** The description apart; the others together and in their order, which names the parameters of Flutter's methods. */
function attributesOf(value: JsonObject): Attributes {
  const described = value.members.find(({ name, value: { kind } }) => name === 'description' && kind === 'string');
  const description =
    described?.value.kind === 'string' && described.value.text !== '' ? described.value.text : undefined;
  const others = description === undefined ? value.members : value.members.filter((member) => member !== described);
  if (description !== undefined && others.length === 0) return { description };
  const keyMeta = { attributes: compactJson(objectNode(others.map((member) => [member.name, member.value]))) };
  return description === undefined ? { keyMeta } : { description, keyMeta };
}
