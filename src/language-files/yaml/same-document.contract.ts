import { FormatError } from '../model/format-errors';
import { readBlocks } from './block-reader';
import { MAX_YAML_DEPTH, readAnyDocument, readYamlDocument, type YamlDocument } from './yaml-document';
import type { YamlNode } from './yaml-node';
import { YamlSource } from './yaml-source';

/** Returns what our own reader makes of a file: its root, an error, or nothing, which leaves it to the library. */
export function readOwn(text: string): YamlNode | 'refused' | 'left' {
  const source = new YamlSource(text, MAX_YAML_DEPTH, () => ({}));
  return orRefused(() => readBlocks(source) ?? 'left') ?? 'refused';
}

/**
 * The properties that two documents share if they are read alike. The ends of maps and sequences in block style are not
 * defined.
 */
export function contentOf({ root, comments, ...document }: YamlDocument) {
  const positions: unknown[] = [];
  const collect = (node: YamlNode | undefined): unknown => {
    if (!node) return node;
    positions.push(document.getPosition(node.start));
    if (node.kind === 'scalar' || node.kind === 'alias') return node;
    const { end, ...rest } = node;
    const inner =
      rest.kind === 'map'
        ? { pairs: rest.pairs.map(({ key, value, start }) => ({ start, key: collect(key), value: collect(value) })) }
        : { items: rest.items.map(({ start, value }) => ({ start, value: collect(value) })) };
    return { ...rest, ...inner, ...(node.isFlow && { end }) };
  };
  return { root: collect(root), comments, positions };
}

/** Returns undefined for a file that is refused. */
function orRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/**
 * Expects that the library reads a file as our own reader does, or refuses it too.
 *
 * @returns what our own reader does. Nothing is expected of what it leaves to the library.
 */
export function expectSameDocument(text: string): 'read' | 'refused' | 'left' {
  const own = readOwn(text);
  if (own === 'left') return own;
  const [ours, library] = [readYamlDocument, readAnyDocument].map((read) => orRefused(() => contentOf(read(text))));
  expect(ours).toEqual(library);
  return own === 'refused' ? own : 'read';
}
