import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { type LastMember, ReplacedMembers } from '../model/nesting/replaced-members';
import type { Span } from '../template/file-template';
import { firstFrom } from '../template/first-from';
import { MAX_YAML_DEPTH, type YamlDocument, type YamlPosition } from './yaml-document';
import { isMerge, type YamlAlias, type YamlContent, type YamlMap, type YamlNode, type YamlPair } from './yaml-node';

/** Limits of what aliases can expand a small file to ("billion laughs"). */
const MAX_ALIASED_VALUES = 100_000;
const MAX_ALIASED_CHARACTERS = 16 * 1024 * 1024;

/** A node with its aliases resolved. */
export interface YamlValue {
  /** Undefined if the file has no value for the key (`? key` alone). */
  node: YamlContent | undefined;
  /** True if an alias refers to the node, which is elsewhere in the file. */
  isAliased: boolean;
}

/** A member of a map. */
export interface YamlMember {
  name: string;
  value: YamlValue;
  position: YamlPosition;
}

/** Resolves the aliases and the `<<` merge keys of a document, within limits. */
export class AliasResolver {
  /** For each alias, the last node before it that has the anchor. */
  private readonly targets = new Map<YamlAlias, YamlContent>();
  /** In file order. */
  private readonly aliases: YamlAlias[] = [];
  private aliasedValues = 0;
  private aliasedCharacters = 0;

  /** @throws MalformedFileError for an alias without an anchor */
  constructor(private readonly document: YamlDocument) {
    this.findTargets(document.root, new Map());
  }

  get hasAliases(): boolean {
    return this.targets.size > 0;
  }

  /** Returns the node that an alias refers to. */
  targetOf(alias: YamlAlias): YamlContent | undefined {
    return this.targets.get(alias);
  }

  /** @param isAliased whether the node is part of an aliased node */
  resolve(node: YamlNode | undefined, isAliased: boolean): YamlValue {
    if (node?.kind === 'alias') return this.resolve(this.targets.get(node), true);
    if (node && isAliased) this.countAliased(node);
    return { node, isAliased };
  }

  /**
   * Returns the map's own members in file order, then the merged members whose names it does not have.
   *
   * @param onReplaced receives each member that is left out because the last one of its name replaces it, with the pairs of both
   */
  listMembers(
    map: YamlMap,
    isAliased: boolean,
    onReplaced?: (member: YamlMember, pair: YamlPair, last: YamlPair) => void,
    depth = 0,
  ): YamlMember[] {
    if (depth > MAX_YAML_DEPTH) {
      throw new FileLimitError(
        'merge keys are nested too deeply, or in a circle',
        this.document.getPosition(map.start),
      );
    }
    const merging = map.pairs.filter(isMerge);
    const own = merging.length === 0 ? map.pairs : map.pairs.filter((pair) => !isMerge(pair));
    const replaced = this.replacedAmong(own);
    const members: YamlMember[] = [];
    for (const pair of own) {
      const member = this.toMember(pair, isAliased);
      const last = own[(replaced.get(pair)?.start ?? 0) - 1];
      if (last) onReplaced?.(member, pair, last);
      else members.push(member);
    }
    const merged = merging.flatMap(({ value }) => this.mergedMembers(value, isAliased, depth + 1));
    if (merged.length === 0) return members;
    const names = new Set(members.map(({ name }) => name));
    for (const member of merged) {
      if (names.has(member.name)) continue;
      names.add(member.name);
      members.push(member);
    }
    return members;
  }

  /**
   * Finds the pairs that a later one of the same name replaces, where one of them has a map or list.
   *
   * @returns the last pair of the name, by its place from 1, for each of these pairs
   */
  replacedAmong(pairs: readonly YamlPair[]): ReadonlyMap<YamlPair, LastMember> {
    const finder = new ReplacedMembers();
    finder.begin(true);
    for (const [index, { key, value }] of pairs.entries()) {
      const [name, content] = [this.contentOf(key), this.contentOf(value)];
      if (name?.kind !== 'scalar') continue;
      const { line } = this.document.getPosition(key.start);
      finder.add(name.text, line, index + 1, content && content.kind !== 'scalar' ? undefined : null);
    }
    const replaced = new Map<YamlPair, LastMember>();
    for (const [number, last] of finder.replaced) {
      const pair = pairs[number - 1];
      if (pair) replaced.set(pair, last);
    }
    return replaced;
  }

  /** Whether there are aliases in a part of the file. */
  hasAliasesIn({ start, end }: Span): boolean {
    const first = firstFrom(this.aliases, start, (alias) => alias.start);
    return first !== undefined && first.end <= end;
  }

  /** Returns a node, or the node that it refers to. */
  contentOf(node: YamlNode | undefined): YamlContent | undefined {
    return node?.kind === 'alias' ? this.targets.get(node) : node;
  }

  private toMember({ key, value }: YamlPair, isAliased: boolean): YamlMember {
    const { node } = this.resolve(key, isAliased);
    const position = this.document.getPosition(key.kind === 'alias' ? key.start : (node?.start ?? 0));
    if (node?.kind !== 'scalar') throw new MalformedFileError('a key must be a text, not a list or map', position);
    return { name: node.text, value: this.resolve(value, isAliased), position };
  }

  private mergedMembers(value: YamlNode | undefined, isAliased: boolean, depth: number): YamlMember[] {
    const merged = this.resolve(value, isAliased);
    if (merged.node?.kind === 'map') return this.listMembers(merged.node, merged.isAliased, undefined, depth);
    if (merged.node?.kind !== 'sequence') return [];
    return merged.node.items.flatMap((item) => this.mergedMembers(item.value, merged.isAliased, depth + 1));
  }

  /** Visits the nodes in file order, because an anchor can be redefined. Recurses at most `MAX_YAML_DEPTH` levels. */
  private findTargets(node: YamlNode | undefined, anchors: Map<string, YamlContent>): void {
    if (!node) return;
    if (node.kind === 'alias') {
      const target = anchors.get(node.name);
      if (!target) {
        throw new MalformedFileError('the alias has no anchor before it', this.document.getPosition(node.start));
      }
      this.targets.set(node, target);
      this.aliases.push(node);
      return;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (node.kind === 'map') {
      for (const { key, value } of node.pairs) {
        this.findTargets(key, anchors);
        this.findTargets(value, anchors);
      }
    } else if (node.kind === 'sequence') {
      for (const { value } of node.items) this.findTargets(value, anchors);
    }
  }

  private countAliased(node: YamlContent): void {
    this.aliasedValues++;
    if (node.kind === 'scalar') this.aliasedCharacters += node.text.length;
    if (this.aliasedValues > MAX_ALIASED_VALUES || this.aliasedCharacters > MAX_ALIASED_CHARACTERS) {
      throw new FileLimitError('aliases repeat too much of the file', this.document.getPosition(node.start));
    }
  }
}
