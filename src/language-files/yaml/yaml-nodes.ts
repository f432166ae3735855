import { isAlias, isMap, isPair, isScalar, isSeq, Scalar, type Alias, type Node, type Pair, type YAMLMap } from 'yaml';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { MAX_YAML_DEPTH, type YamlDocument } from './yaml-document';

/** What a small file may be made to mean by aliases ("billion laughs"). */
const MAX_ALIASED_VALUES = 100_000;
const MAX_ALIASED_CHARACTERS = 16 * 1024 * 1024;

/** A member of a map, its aliases resolved. */
export interface YamlMember {
  name: string;
  value: YamlValue;
  position: { line: number; column: number };
}

export interface YamlValue {
  /** Undefined where nothing is written: `? key` alone. */
  node: Node | undefined;
  /** It stands elsewhere in the file, behind an alias. */
  isAliased: boolean;
}

/** The maps of a document with their aliases resolved and `<<` merged, each with bounds. */
export class YamlNodes {
  /** What each alias stands for: the last node before it that has the anchor. */
  private readonly targets = new Map<Alias, Node>();
  private aliasedValues = 0;
  private aliasedCharacters = 0;

  /** @throws MalformedFileError for an alias without an anchor */
  constructor(private readonly document: YamlDocument) {
    this.resolveAliases(document.root, new Map());
  }

  get usesAliases(): boolean {
    return this.targets.size > 0;
  }

  value(node: unknown, isAliased: boolean): YamlValue {
    if (isAlias(node)) return this.value(this.targets.get(node), true);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return { node: undefined, isAliased };
    if (isAliased) this.countAliased(node);
    return { node, isAliased };
  }

  /** Own members in their order, then those merged that have no own one of their name. */
  members(map: YAMLMap, isAliased: boolean, depth = 0): YamlMember[] {
    if (depth > MAX_YAML_DEPTH)
      throw new FileLimitError('merged too deep, or into itself', this.document.positionOf(map));
    const own = map.items.filter((pair) => !isMerge(pair)).map((pair) => this.member(pair, isAliased));
    const merged = map.items.filter(isMerge).flatMap(({ value }) => this.mergedMembers(value, isAliased, depth + 1));
    if (merged.length === 0) return own;
    const names = new Set(own.map(({ name }) => name));
    for (const member of merged) {
      if (names.has(member.name)) continue;
      names.add(member.name);
      own.push(member);
    }
    return own;
  }

  private member({ key, value }: Pair, isAliased: boolean): YamlMember {
    const { node } = this.value(key, isAliased);
    const position = this.document.positionOf(isAlias(key) || !node ? placed(key) : node);
    if (!node || !isScalar(node)) throw new MalformedFileError('a key must be a text, not a list or map', position);
    return { name: scalarText(node), value: this.value(value, isAliased), position };
  }

  private mergedMembers(value: unknown, isAliased: boolean, depth: number): YamlMember[] {
    const { node, isAliased: behindAlias } = this.value(value, isAliased);
    if (isMap(node)) return this.members(node, behindAlias, depth);
    if (!isSeq(node)) return [];
    return node.items.flatMap((item) => this.mergedMembers(item, behindAlias, depth + 1));
  }

  /** In the order of the file, for an anchor may be given again. Recurses no deeper than the document is. */
  private resolveAliases(node: unknown, anchors: Map<string, Node>): void {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target) this.targets.set(node, target);
      else throw new MalformedFileError('no anchor of that name before this alias', this.document.positionOf(node));
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return;
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isScalar(node)) return;
    for (const item of node.items) {
      if (isPair(item)) this.resolveAliases(item.key, anchors);
      this.resolveAliases(isPair(item) ? item.value : item, anchors);
    }
  }

  private countAliased(node: Node): void {
    this.aliasedValues++;
    if (isScalar(node)) this.aliasedCharacters += scalarText(node).length;
    if (this.aliasedValues > MAX_ALIASED_VALUES || this.aliasedCharacters > MAX_ALIASED_CHARACTERS) {
      throw new FileLimitError('aliases repeat too much of the file', this.document.positionOf(node));
    }
  }
}

const placed = (node: unknown): { range?: readonly number[] | null } => (isAlias(node) || isScalar(node) ? node : {});

/** YAML 1.1's merge key: a plain `<<` before a map, an alias or a list of them. Before a text it is a key like any other. */
function isMerge({ key, value }: Pair): boolean {
  if (!isScalar(key) || key.value !== '<<' || key.type !== Scalar.PLAIN) return false;
  return isAlias(value) || isMap(value) || isSeq(value);
}

/** The text as it is written, without quotes, folds and escapes, whatever its tag says. */
export const scalarText = (node: Scalar): string => node.source ?? String(node.value);
