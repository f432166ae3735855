import {
  type CST,
  isAlias,
  isMap,
  isScalar,
  type Pair,
  type ParsedNode,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { YamlItem, YamlMap, YamlNode, YamlPair, YamlScalar } from './yaml-node';

type Tokens = readonly CST.SourceToken[];
type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

/** Converts the library's nodes, which have their tokens. Recurses as deep as they are nested. */
export function toYamlMap(map: YAMLMap.Parsed): YamlMap {
  return { kind: 'map', isFlow: map.flow === true, pairs: map.items.map(toPair), ...propertiesOf(map) };
}

/** @param before the tokens before the node, among them its tag */
function toNode(node: ParsedNode, before: Tokens): YamlNode {
  if (isAlias(node)) return { kind: 'alias', name: node.source, ...spanOf(node) };
  if (isMap(node)) return toYamlMap(node);
  if (isScalar(node)) return toScalar(node, before);
  return { kind: 'sequence', isFlow: node.flow === true, items: toItems(node), ...propertiesOf(node) };
}

function toScalar(node: Scalar.Parsed, before: Tokens): YamlScalar {
  const text = node.source ?? String(node.value);
  const tagStart = before.find(({ type }) => type === 'tag')?.offset;
  return {
    kind: 'scalar',
    text,
    style: styleOf(node),
    ...propertiesOf(node),
    ...(tagStart !== undefined && { tagStart }),
  };
}

function styleOf({ type }: Scalar): YamlScalar['style'] {
  if (type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED) return 'block';
  return type === Scalar.PLAIN ? 'plain' : 'quoted';
}

function toPair({ key, value, srcToken }: ParsedPair): YamlPair {
  return {
    start: srcToken?.start.find(isSyntax)?.offset ?? key.range[0],
    key: toNode(key, []),
    value: value ? toNode(value, srcToken?.sep ?? []) : undefined,
  };
}

function toItems({ items, srcToken }: YAMLSeq.Parsed): YamlItem[] {
  const sources = itemTokens(srcToken);
  return items.map((node, index) => {
    const before = (sources[index] ?? []).filter(isSyntax);
    return { start: Math.min(before[0]?.offset ?? Infinity, node.range[0]), value: toNode(node, before) };
  });
}

/** Returns the tokens before each item of a sequence. */
function itemTokens(token: CST.BlockSequence | CST.FlowCollection | undefined): Tokens[] {
  if (!token) return [];
  return token.items
    .filter(({ start, key, sep, value }) => key ?? sep ?? value ?? start.some(isSyntax))
    .map(({ start }) => start);
}

const isSyntax = ({ type }: CST.SourceToken): boolean => !['space', 'newline', 'comment', 'comma'].includes(type);

const spanOf = ({ range: [start, end] }: ParsedNode): { start: number; end: number } => ({ start, end });

const propertiesOf = (
  node: Exclude<ParsedNode, { source: string }> | Scalar.Parsed,
): Omit<YamlScalar, 'kind' | 'text' | 'style'> => ({
  ...spanOf(node),
  ...(node.anchor !== undefined && { anchor: node.anchor }),
  ...(node.tag !== undefined && { tag: node.tag }),
});
