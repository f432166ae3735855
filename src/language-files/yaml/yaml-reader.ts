import { shorten } from '../../common/shorten';
import { CommentBlocks } from '../text/comment-blocks';
import type { ParseContext } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry } from '../model/entry';
import type { Plural } from '../model/plural';
import { createDuplicateWarning } from '../model/duplicates';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { type KeyPlace, KeyPlaces, withoutFlatPaths } from '../model/nesting/key-path';
import { KeyPaths } from '../model/nesting/key-paths';
import { KeySeparator } from '../model/nesting/key-separator';
import { AliasResolver, type YamlMember, type YamlValue } from './alias-resolver';
import { MAX_YAML_DEPTH, type YamlDocument, type YamlPosition } from './yaml-document';
import type { YamlContent, YamlMap, YamlNode, YamlScalar, YamlSequence } from './yaml-node';
import { isTypedScalar } from './yaml-scalars';

/** The names of a map's members with their texts: null for a null value, undefined for a list or map. */
export type NamedTexts = readonly (readonly [name: string, text: string | null | undefined])[];

/** Converts a map to a plural; returns undefined for a map that is not one. */
export type ToPlural = (members: NamedTexts, key: string) => Plural | undefined;

/** The key of a node, and its place among the nodes around it. */
interface PlacedKey {
  key: string;
  place: KeyPlace;
}

/**
 * Reads the texts of a document under their dotted keys (`menu.items[0]`), in file order, duplicates included. The
 * comment directly above a key becomes its description. Usage: pass each of `roots()` to `readMember` or `readLocale`,
 * then call `end`.
 */
export class YamlReader {
  readonly entries: ParsedEntry[] = [];
  private readonly resolver: AliasResolver;
  private readonly paths: KeyPaths;
  private readonly places: KeyPlaces;
  private readonly commentBlocks: CommentBlocks;
  /** The maps and lists that are being read, to detect aliases of an enclosing node. */
  private readonly openNodes = new Set<YamlContent>();
  /** The values of maps that were compared: many maps can be compared with the same one. */
  private readonly comparedMaps = new Map<YamlMap, Map<string, YamlNode | undefined>>();
  /** The index of the next comment to hand to `commentBlocks`. */
  private nextComment = 0;

  constructor(
    private readonly document: YamlDocument,
    private readonly context: Pick<ParseContext, 'warn' | 'keySeparator'>,
    private readonly toPlural: ToPlural = () => undefined,
  ) {
    this.paths = new KeyPaths(context.keySeparator);
    this.places = new KeyPlaces(new KeySeparator(context.keySeparator));
    this.resolver = new AliasResolver(document);
    this.commentBlocks = new CommentBlocks((warning) => context.warn(warning));
  }

  /** Returns the members of the root, in the order in which they must be read. */
  roots(): YamlMember[] {
    const { root } = this.document;
    return root ? this.listMembers(root, false) : [];
  }

  /** Reads a member of the root. */
  readMember({ name, value, position }: YamlMember): void {
    this.read(value, { key: name, place: this.places.child(undefined, name) }, position);
  }

  /** @param at undefined for a map whose member names are keys of their own */
  private read(value: YamlValue, at: PlacedKey | undefined, position: YamlPosition, depth = 1): void {
    const { node } = value;
    const key = at?.key;
    if (depth > MAX_YAML_DEPTH) throw new FileLimitError(`nested deeper than ${MAX_YAML_DEPTH} levels`, position);
    if (!node || node.kind === 'scalar') return at && this.readText(value, at, position);
    if (this.openNodes.has(node)) throw new MalformedFileError('the alias refers to a node that contains it', position);
    this.warnAboutTag(node, key, position);
    if (elementsOf(node).length === 0) this.warnAboutEmpty(node, key, position);
    this.openNodes.add(node);
    if (node.kind === 'map') this.readMap(node, value.isAliased, at, position, depth);
    else if (at) this.readList(node, value.isAliased, at, position, depth);
    this.openNodes.delete(node);
  }

  /** Reads the value of a locale: a map whose member names are keys, or null. */
  readLocale(value: YamlValue, position: YamlPosition): void {
    if (value.node?.kind === 'map') this.read(value, undefined, position);
    else if (getText(value) !== null) throw new MalformedFileError('the value of a locale must be a map', position);
  }

  /** @returns the comments at the start of the file */
  end(): string[] {
    this.consumeComments(Infinity);
    this.commentBlocks.end();
    if (this.resolver.hasAliases) {
      const detail = 'aliases are imported as copies of their texts; anchors are not kept';
      this.context.warn({ code: 'alias_resolved', detail });
    }
    withoutFlatPaths(this.entries, this.paths);
    return this.commentBlocks.header;
  }

  private readMap(
    map: YamlMap,
    isAliased: boolean,
    at: PlacedKey | undefined,
    position: YamlPosition,
    depth: number,
  ): void {
    const members = this.listMembers(map, isAliased, at?.key);
    if (at) {
      const { key } = at;
      const texts = members.map(({ name, value }) => [name, getText(value)] as const);
      const plural = this.toPlural(texts, key);
      if (plural) {
        this.warnAboutDuplicates(members, key);
        return this.addEntry({ key, value: plural, line: position.line }, at, isAliased);
      }
    }
    for (const member of members) {
      const key = this.paths.child(at?.key, member.name, member.position);
      const place = this.places.child(at?.place, member.name);
      this.read(member.value, { key, place }, member.position, depth + 1);
    }
  }

  /** Warns about the members that do not count. @param parent the key of the map */
  private listMembers(map: YamlMap, isAliased: boolean, parent?: string): YamlMember[] {
    return this.resolver.listMembers(map, isAliased, ({ name, position }, pair, last) => {
      if (this.haveSameTexts(pair.value, last.value)) return;
      const { line } = this.document.getPosition(last.key.start);
      const key = this.paths.child(parent, name, position);
      this.context.warn(createDuplicateWarning({ key, earlierLine: position.line, line }, 'last'));
    });
  }

  /**
   * Whether two values have the same texts. An alias of a map or list is the same as another one of it only: what aliases refer to can be
   * much larger than the file.
   */
  private haveSameTexts(one: YamlNode | undefined, other: YamlNode | undefined): boolean {
    const [a, b] = [this.resolver.contentOf(one), this.resolver.contentOf(other)];
    if (a === b) return true;
    if (this.textOf(one) !== undefined || this.textOf(other) !== undefined)
      return this.textOf(one) === this.textOf(other);
    if (one?.kind === 'sequence' && other?.kind === 'sequence')
      return (
        one.items.length === other.items.length &&
        one.items.every(({ value }, index) => this.haveSameTexts(value, other.items[index]?.value))
      );
    if (one?.kind !== 'map' || other?.kind !== 'map') return false;
    const [values, others] = [this.valuesOf(one), this.valuesOf(other)];
    return (
      values.size === others.size &&
      [...values].every(([name, value]) => others.has(name) && this.haveSameTexts(value, others.get(name)))
    );
  }

  private textOf(node: YamlNode | undefined): string | null | undefined {
    return getText({ node: this.resolver.contentOf(node) });
  }

  /** Returns the values of a map by their names. The last one of a name counts. */
  private valuesOf(map: YamlMap): ReadonlyMap<string, YamlNode | undefined> {
    let values = this.comparedMaps.get(map);
    if (!values) {
      values = new Map();
      for (const { key, value } of map.pairs) {
        const name = this.resolver.contentOf(key);
        if (name?.kind === 'scalar') values.set(name.text, value);
      }
      this.comparedMaps.set(map, values);
    }
    return values;
  }

  private readList(list: YamlSequence, isAliased: boolean, at: PlacedKey, position: YamlPosition, depth: number): void {
    list.items.forEach((item, index) => {
      const value = this.resolver.resolve(item.value, isAliased);
      const itemPosition = value.node && !value.isAliased ? this.document.getPosition(value.node.start) : position;
      const key = this.paths.item(at.key, index, itemPosition);
      this.read(value, { key, place: this.places.item(at.place, index) }, itemPosition, depth + 1);
    });
  }

  private readText(value: YamlValue, at: PlacedKey, position: YamlPosition): void {
    const { node, isAliased } = value;
    const { key } = at;
    const text = getText(value) ?? null;
    if (node) this.warnAboutTag(node, key, position);
    const meta: Meta =
      text !== null && node?.kind === 'scalar' && isPlain(node) && isTypedScalar(text) ? { plain: true } : {};
    const entry = { key, value: text, line: position.line, ...(Object.keys(meta).length > 0 && { meta }) };
    this.addEntry(entry, at, isAliased);
  }

  private addEntry(entry: ParsedEntry & { line: number }, { key, place }: PlacedKey, isAliased: boolean): void {
    this.consumeComments(entry.line);
    const description = isAliased ? undefined : this.commentBlocks.takeFor(entry.line);
    const path = this.places.pathOf(place, key);
    this.entries.push({ ...entry, ...(description !== undefined && { description }), ...(path && { path }) });
  }

  /** Hands over the comments above the line. A comment after a text on its line is dropped, with a warning. */
  private consumeComments(line: number): void {
    for (;;) {
      const comment = this.document.comments[this.nextComment];
      if (!comment || comment.line >= line) return;
      this.nextComment++;
      if (comment.isWholeLine) this.commentBlocks.add(comment.text, comment.line);
      else
        this.context.warn({
          code: 'comment_dropped',
          detail: 'the comment follows a text on its line',
          line: comment.line,
        });
    }
  }

  /** Warns about forms of a plural of which the last text counts. */
  private warnAboutDuplicates(members: readonly YamlMember[], key: string): void {
    const last = new Map<string, YamlMember>();
    for (const member of members) {
      const { name, value, position } = member;
      const earlier = last.get(name);
      last.set(name, member);
      if (!earlier || getText(earlier.value) === getText(value)) continue;
      const lines = { earlierLine: earlier.position.line, line: position.line };
      this.context.warn(createDuplicateWarning({ key: `${key}.${name}`, ...lines }, 'last'));
    }
  }

  private warnAboutTag({ tag }: YamlContent, key: string | undefined, { line }: YamlPosition): void {
    if (tag === undefined || FAILSAFE_TAGS.has(tag)) return;
    this.context.warn({
      code: 'tag_dropped',
      detail: `the tag ${shorten(tag, 80)} is not kept`,
      line,
      ...(key && { key }),
    });
  }

  private warnAboutEmpty({ kind }: YamlMap | YamlSequence, key: string | undefined, { line }: YamlPosition): void {
    const detail = `the ${kind === 'map' ? 'map' : 'list'} is empty; it is not imported`;
    if (key !== undefined) this.context.warn({ code: 'empty_container', detail, key, line });
  }
}

/** The tags of the failsafe schema, which state what every reader assumes anyway. */
export const FAILSAFE_TAGS = new Set(['tag:yaml.org,2002:str', 'tag:yaml.org,2002:map', 'tag:yaml.org,2002:seq']);

const elementsOf = (node: YamlMap | YamlSequence): readonly unknown[] =>
  node.kind === 'map' ? node.pairs : node.items;

const isPlain = ({ style, tag }: YamlScalar): boolean => style === 'plain' && tag === undefined;

/** Returns null for null as written in YAML's core schema (YAML 1.2, §10.3.2), and undefined for a list or map. */
export function getText({ node }: Pick<YamlValue, 'node'>): string | null | undefined {
  if (!node) return null;
  if (node.kind !== 'scalar') return undefined;
  const { text } = node;
  return isPlain(node) && /^(?:|~|null|Null|NULL)$/.test(text) ? null : text;
}
