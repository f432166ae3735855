import type { Span } from '../template/file-template';

/**
 * A value of a YAML file. The end of a map or sequence in block style may include white space and comments behind it.
 */
export type YamlNode = YamlScalar | YamlMap | YamlSequence | YamlAlias;

/** A value that is not a reference. */
export type YamlContent = Exclude<YamlNode, YamlAlias>;

interface NodeProperties extends Span {
  anchor?: string;
  /** The tag as resolved (`tag:yaml.org,2002:str`). */
  tag?: string;
  /** The offset of the tag. */
  tagStart?: number;
}

export interface YamlScalar extends NodeProperties {
  kind: 'scalar';
  /** The text with quotes, folds and escapes resolved. */
  text: string;
  style: 'plain' | 'quoted' | 'block';
}

export interface YamlMap extends NodeProperties {
  kind: 'map';
  /** In braces, or a pair in brackets. */
  isFlow: boolean;
  /** In file order, duplicate names included. */
  pairs: YamlPair[];
}

export interface YamlSequence extends NodeProperties {
  kind: 'sequence';
  /** In brackets. */
  isFlow: boolean;
  items: YamlItem[];
}

export interface YamlAlias extends Span {
  kind: 'alias';
  /** The name of the anchor that it refers to. */
  name: string;
}

export interface YamlPair {
  /** The offset of the first character, which may belong to a tag or be a question mark. */
  start: number;
  key: YamlNode;
  /** An empty scalar stands for none, and undefined for none in a pair without a colon. */
  value: YamlNode | undefined;
}

export interface YamlItem {
  /** The offset of the first character, which in block style is the hyphen. */
  start: number;
  /** An empty scalar stands for none. */
  value: YamlNode;
}

/** Returns the scalar that stands for a missing value. */
export const createEmptyScalar = (offset: number): YamlScalar => ({
  kind: 'scalar',
  start: offset,
  end: offset,
  text: '',
  style: 'plain',
});

/** Whether a pair is YAML 1.1's merge key: a plain `<<` with a map, an alias or a list of them. `<<: text` is not. */
export const isMerge = ({ key, value }: YamlPair): boolean =>
  key.kind === 'scalar' && key.text === '<<' && key.style === 'plain' && value !== undefined && value.kind !== 'scalar';
