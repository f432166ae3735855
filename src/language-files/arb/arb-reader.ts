import { shorten } from '../../common/shorten';
import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { printCompactJson } from '../json/json-printer';
import { objectNode, readJson, type JsonMember, type JsonObject } from '../json/json-tree';
import { KEY_ATTRIBUTE, toFlutterName } from './flutter-name';

/** The part of an entry that comes from its `@name` member, with the key if it is not the name. */
type Attributes = Pick<ParsedEntry, 'description' | 'keyMeta'> & { key?: string };

/** Reads an ARB file: names with `@@` belong to the file, names with `@` describe a key, all others are texts. */
export function readArb(text: string, context: ParseContext): ParsedFile {
  const root = readJson(text);
  const { entries, unusedAttributes, globals } = new ArbReader(context).read(root);
  const locale = globals.find(({ name }) => name === '@@locale')?.value;
  const others = globals.filter(({ value }) => value !== locale);
  const meta: Meta = {};
  if (others.length > 0) meta['globals'] = printMembers(others);
  for (const [name, { attributes, line }] of unusedAttributes) {
    const { key = name } = attributes;
    context.warn({ code: 'attributes_without_text', detail: `"@${name}" describes a key that has no text`, key, line });
    entries.push({ value: null, line, ...attributes, key });
  }
  if (locale?.kind !== 'string') return { entries, meta };
  return { language: locale.text, entries, meta: { ...meta, locale: locale.text } };
}

class ArbReader {
  readonly entries: ParsedEntry[] = [];
  readonly globals: JsonMember[] = [];
  /** By name. After `read`, only of names that have no entry. */
  readonly unusedAttributes = new Map<string, { attributes: Attributes; line: number }>();

  constructor(private readonly context: ParseContext) {}

  read(root: JsonObject): this {
    for (const member of root.members) {
      if (member.name.startsWith('@@')) this.globals.push(member);
      else if (member.name.startsWith('@')) this.readAttributes(member);
      else this.entries.push({ key: member.name, value: this.readText(member), line: member.line });
    }
    // Duplicates of a name all get its attributes, so none can be removed before the last entry has been seen.
    const names = new Set(this.entries.map(({ key }) => key));
    for (const entry of this.entries) Object.assign(entry, this.unusedAttributes.get(entry.key)?.attributes);
    for (const name of names) this.unusedAttributes.delete(name);
    return this;
  }

  private readAttributes({ name, value, line }: JsonMember): void {
    const key = name.slice(1);
    if (value.kind !== 'object') {
      const detail = `${JSON.stringify(name)} must be an object, not ${shorten(printCompactJson(value), 80)}`;
      this.context.warn({ code: 'attributes_ignored', detail, key, line });
    } else if (this.unusedAttributes.has(key)) {
      const detail = `${JSON.stringify(name)} occurs more than once`;
      this.context.warn({ code: 'attributes_ignored', detail, key, line });
    } else {
      const original = this.readKey(key, value, line);
      this.unusedAttributes.set(key, { attributes: { ...toAttributes(value), ...original }, line });
    }
  }

  /** Reads the key of a name that an export made. The attribute of a renamed or copied member names another key. */
  private readKey(name: string, { members }: JsonObject, line: number): Pick<Attributes, 'key'> {
    const value = members.find((member) => member.name === KEY_ATTRIBUTE)?.value;
    if (!value) return {};
    if (value.kind === 'string' && toFlutterName(value.text) === name) return { key: value.text };
    const detail = `${JSON.stringify(`@${name}`)}: "${KEY_ATTRIBUTE}" is not a key that has this name`;
    this.context.warn({ code: 'attributes_ignored', detail, key: name, line });
    return {};
  }

  private readText({ name, value, line }: JsonMember): string | null {
    if (value.kind === 'object' || value.kind === 'array') {
      const position = { line: value.line, column: value.column, key: name };
      throw new MalformedFileError(`an ARB file is flat: ${JSON.stringify(name)} must be a text`, position);
    }
    if (value.kind === 'null') return null;
    if (value.kind !== 'string') {
      const detail = `the ${value.kind} ${value.text} is imported as text`;
      this.context.warn({ code: 'value_became_text', detail, key: name, line });
    }
    return value.text;
  }
}

/** Separates the description from the other attributes, whose order defines the parameters of Flutter's methods. */
function toAttributes({ members: all }: JsonObject): Attributes {
  const members = all.filter(({ name }) => name !== KEY_ATTRIBUTE);
  const member = members.find(({ name, value }) => name === 'description' && value.kind === 'string');
  if (member?.value.kind !== 'string' || member.value.text === '') {
    return members.length === 0 && all.length > 0 ? {} : { keyMeta: { attributes: printMembers(members) } };
  }
  const description = member.value.text;
  const others = members.filter((other) => other !== member);
  return others.length === 0 ? { description } : { description, keyMeta: { attributes: printMembers(others) } };
}

const printMembers = (members: readonly JsonMember[]): string =>
  printCompactJson(objectNode(members.map(({ name, value }) => [name, value])));
