type Node = Record<string, unknown>;

/** Returns the document with only one part and what the part refers to. @param path the names that lead to the part */
export function partOf(document: Node, path: string[]): Node {
  const part: Node = { ...document, paths: {}, webhooks: {}, components: {} };
  // The loop also takes the places that it adds.
  const places = new Map([[path.join('/'), path]]);
  for (const place of places.values()) {
    for (const reference of referencesIn(copyPlace(document, part, place)))
      places.set(reference, reference.slice(2).split('/').map(unescapeName));
  }
  return part;
}

/** Copies a value into the same place of another object, and returns the value. */
function copyPlace(from: Node, to: Node, [name = '', ...names]: string[]): unknown {
  if (names.length === 0) return (to[name] = from[name]);
  to[name] ??= {};
  return copyPlace(from[name] as Node, to[name] as Node, names);
}

/** Lists the references to other places of the document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(referencesIn);
  return '$ref' in value && typeof value.$ref === 'string' && value.$ref.startsWith('#/')
    ? [value.$ref, ...inside]
    : inside;
}

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
