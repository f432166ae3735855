import { isAlias, isMap, isPair, isScalar, isSeq, Scalar, type Alias, type Node, type Pair, type YAMLMap } from 'yaml';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { MAX_YAML_DEPTH, type YamlDocument, type YamlPosition } from './yaml-document';

/** Limits of what aliases can expand a small file to ("billion laughs"). */
const MAX_ALIASED_VALUES = 100_000;
const MAX_ALIASED_CHARACTERS = 16 * 1024 * 1024;

/** A node with its aliases resolved. */
export interface YamlValue {
  /** Undefined if the file has no value for the key (`? key` alone). */
  node: Node | undefined;
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
  private readonly targets = new Map<Alias, Node>();
  private aliasedValues = 0;
  private aliasedCharacters = 0;

  /** @throws MalformedFileError for an alias without an anchor */
  constructor(private readonly document: YamlDocument) {
    this.findTargets(document.root, new Map());
  }

  get hasAliases(): boolean {
    return this.targets.size > 0;
  }

  /** Returns the node that an alias refers to, which is no alias. */
  targetOf(alias: Alias): Node | undefined {
    return this.targets.get(alias);
  }

  /** @param isAliased whether the node is part of an aliased node */
  resolve(node: unknown, isAliased: boolean): YamlValue {
    if (isAlias(node)) return this.resolve(this.targets.get(node), true);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return { node: undefined, isAliased };
    if (isAliased) this.countAliased(node);
    return { node, isAliased };
  }

  /** Returns the map's own members in file order, then the merged members whose names it does not have. */
  listMembers(map: YAMLMap, isAliased: boolean, depth = 0): YamlMember[] {
    if (depth > MAX_YAML_DEPTH) {
      throw new FileLimitError('merge keys are nested too deeply, or in a circle', this.document.getPosition(map));
    }
    const members = map.items.filter((pair) => !isMerge(pair)).map((pair) => this.toMember(pair, isAliased));
    const merged = map.items.filter(isMerge).flatMap(({ value }) => this.mergedMembers(value, isAliased, depth + 1));
    if (merged.length === 0) return members;
    const names = new Set(members.map(({ name }) => name));
    for (const member of merged) {
      if (names.has(member.name)) continue;
      names.add(member.name);
      members.push(member);
    }
    return members;
  }

  private toMember({ key, value }: Pair, isAliased: boolean): YamlMember {
    const { node } = this.resolve(key, isAliased);
    const position = this.document.getPosition(isAlias(key) || !node ? toRangedNode(key) : node);
    if (!node || !isScalar(node)) throw new MalformedFileError('a key must be a text, not a list or map', position);
    return { name: getScalarText(node), value: this.resolve(value, isAliased), position };
  }

  private mergedMembers(value: unknown, isAliased: boolean, depth: number): YamlMember[] {
    const merged = this.resolve(value, isAliased);
    if (isMap(merged.node)) return this.listMembers(merged.node, merged.isAliased, depth);
    if (!isSeq(merged.node)) return [];
    return merged.node.items.flatMap((item) => this.mergedMembers(item, merged.isAliased, depth + 1));
  }

  /** Visits the nodes in file order, because an anchor can be redefined. Recurses at most `MAX_YAML_DEPTH` levels. */
  private findTargets(node: unknown, anchors: Map<string, Node>): void {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (!target) throw new MalformedFileError('the alias has no anchor before it', this.document.getPosition(node));
      this.targets.set(node, target);
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return;
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isScalar(node)) return;
    for (const item of node.items) {
      if (isPair(item)) this.findTargets(item.key, anchors);
      this.findTargets(isPair(item) ? item.value : item, anchors);
    }
  }

  private countAliased(node: Node): void {
    this.aliasedValues++;
    if (isScalar(node)) this.aliasedCharacters += getScalarText(node).length;
    if (this.aliasedValues > MAX_ALIASED_VALUES || this.aliasedCharacters > MAX_ALIASED_CHARACTERS) {
      throw new FileLimitError('aliases repeat too much of the file', this.document.getPosition(node));
    }
  }
}

const toRangedNode = (node: unknown): { range?: readonly number[] | null } =>
  isAlias(node) || isScalar(node) ? node : {};

/** Whether a pair is YAML 1.1's merge key: a plain `<<` with a map, an alias or a list of them. `<<: text` is not. */
export function isMerge({ key, value }: Pair): boolean {
  if (!isScalar(key) || key.value !== '<<' || key.type !== Scalar.PLAIN) return false;
  return isAlias(value) || isMap(value) || isSeq(value);
}

/** Returns a scalar's text with quotes, folds and escapes resolved; tags have no effect. */
export const getScalarText = (node: Scalar): string => node.source ?? String(node.value);
