import { isMap, isScalar, isSeq, Scalar, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { CommentBlocks } from '../text/comment-blocks';
import type { ParseContext } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry } from '../model/entry';
import type { Plural } from '../model/plural';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { KeyPaths } from '../model/nesting/key-paths';
import { MAX_YAML_DEPTH, type YamlComment, type YamlDocument } from './yaml-document';
import { scalarText, YamlNodes, type YamlMember, type YamlValue } from './yaml-nodes';
import { isTyped } from './yaml-scalars';

/** What reads a map as one plural text; undefined for a map like any other. */
export type FoldPlural = (
  forms: readonly (readonly [name: string, text: string | null | undefined])[],
  key: string,
) => Plural | undefined;

type Position = YamlMember['position'];

/**
 * The texts of a document under their dotted keys (`menu.items[0]`), in the order of the file, duplicates included. A comment
 * that stands directly above a key describes it.
 */
export class YamlEntries {
  readonly entries: ParsedEntry[] = [];
  private readonly nodes: YamlNodes;
  private readonly paths = new KeyPaths();
  private readonly blocks: CommentBlocks;
  private readonly open = new Set<Node>();
  private nextComment = 0;

  constructor(
    private readonly document: YamlDocument,
    private readonly warn: ParseContext['warn'],
    private readonly foldPlural: FoldPlural = () => undefined,
  ) {
    this.nodes = new YamlNodes(document);
    this.blocks = new CommentBlocks(warn);
  }

  /** The members of the root; each is to be given to `read` in this order. */
  roots(): YamlMember[] {
    const { root } = this.document;
    return root ? this.nodes.members(root, false) : [];
  }

  /** @param key undefined for a map whose members' names are whole keys */
  read(value: YamlValue, key: string | undefined, position: Position, depth = 1): void {
    const { node } = value;
    if (depth > MAX_YAML_DEPTH) throw new FileLimitError(`nested deeper than ${MAX_YAML_DEPTH} levels`, position);
    if (!isMap(node) && !isSeq(node)) return this.text(value, key ?? '', position);
    if (this.open.has(node)) throw new MalformedFileError('an alias stands for what it is in', position);
    this.warnOfTag(node, key, position);
    if (node.items.length === 0) this.warnOfEmpty(node, key, position);
    this.open.add(node);
    if (isMap(node)) this.map(node, value.isAliased, key, position, depth);
    else this.sequence(node, value.isAliased, key ?? '', position, depth);
    this.open.delete(node);
  }

  /** Reads what stands below a locale: a map whose names are whole keys, or nothing. */
  readLocale(value: YamlValue, position: Position): void {
    if (isMap(value.node)) this.read(value, undefined, position);
    else if (textOf(value) !== null) throw new MalformedFileError('below the locale must be a map', position);
  }

  /** @returns the comments at the head of the file */
  end(): string[] {
    this.passComments(Infinity);
    this.blocks.end();
    if (this.nodes.usesAliases) {
      this.warn({
        code: 'alias_resolved',
        detail: 'aliases stand for copies of their texts; anchors do not come back',
      });
    }
    return this.blocks.header;
  }

  private map(map: YAMLMap, isAliased: boolean, key: string | undefined, position: Position, depth: number): void {
    const members = this.nodes.members(map, isAliased);
    const plural =
      key === undefined
        ? undefined
        : this.foldPlural(
            members.map(({ name, value }) => [name, textOf(value)] as const),
            key,
          );
    if (plural && key !== undefined) return this.add({ key, value: plural, line: position.line }, isAliased);
    for (const member of members) {
      this.read(member.value, this.paths.child(key, member.name, member.position), member.position, depth + 1);
    }
  }

  private sequence(sequence: YAMLSeq, isAliased: boolean, key: string, position: Position, depth: number): void {
    sequence.items.forEach((item, index) => {
      const value = this.nodes.value(item, isAliased);
      const itemPosition =
        isAliased || !value.node || value.isAliased ? position : this.document.positionOf(value.node);
      this.read(value, this.paths.item(key, index, itemPosition), itemPosition, depth + 1);
    });
  }

  private text(value: YamlValue, key: string, { line, column }: Position): void {
    const { node, isAliased } = value;
    const text = textOf(value) ?? null;
    if (node) this.warnOfTag(node, key, { line, column });
    const meta: Meta = text !== null && isScalar(node) && isPlain(node) && isTyped(text) ? { plain: true } : {};
    this.add({ key, value: text, line, ...(Object.keys(meta).length > 0 && { meta }) }, isAliased);
  }

  private add(entry: ParsedEntry & { line: number }, isAliased: boolean): void {
    this.passComments(entry.line);
    const description = isAliased ? undefined : this.blocks.takeFor(entry.line);
    this.entries.push({ ...entry, ...(description !== undefined && { description }) });
  }

  /** Hands over the comments above a line. Those behind something on their line describe nothing here. */
  private passComments(line: number): void {
    for (;;) {
      const comment: YamlComment | undefined = this.document.comments[this.nextComment];
      if (!comment || comment.line >= line) return;
      this.nextComment++;
      if (comment.isWholeLine) this.blocks.add(comment.text, comment.line);
      else this.warn({ code: 'comment_dropped', detail: 'a comment behind a text', line: comment.line });
    }
  }

  private warnOfTag({ tag }: Node & { tag?: string }, key: string | undefined, { line }: Position): void {
    if (tag === undefined || STANDARD_TAGS.has(tag)) return;
    this.warn({ code: 'tag_dropped', detail: `the tag ${tag.slice(0, 80)} is not kept`, line, ...(key && { key }) });
  }

  private warnOfEmpty(node: YAMLMap | YAMLSeq, key: string | undefined, { line }: Position): void {
    const detail = `an empty ${isMap(node) ? 'map' : 'list'} holds no text`;
    if (key !== undefined) this.warn({ code: 'empty_container', detail, key, line });
  }
}

/** Of the failsafe schema, and so without a meaning here. */
const STANDARD_TAGS = new Set(['tag:yaml.org,2002:str', 'tag:yaml.org,2002:map', 'tag:yaml.org,2002:seq']);

const isPlain = ({ type, tag }: Scalar): boolean => type === Scalar.PLAIN && tag === undefined;

/** Null as YAML's core schema writes it (YAML 1.2, §10.3.2); undefined for a list or map. */
function textOf({ node }: YamlValue): string | null | undefined {
  if (!node) return null;
  if (!isScalar(node)) return undefined;
  const text = scalarText(node);
  return isPlain(node) && /^(?:|~|null|Null|NULL)$/.test(text) ? null : text;
}
