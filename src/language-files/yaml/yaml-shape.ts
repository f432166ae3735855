/**
 * The kind of file that a YAML text looks like.
 *
 * - `rails`: the root has one key, a language tag with two letters, and a block below it.
 * - `rails or map`: the same with three letters, which may be a word.
 * - `map`: keys at the start of lines, or nothing but comments.
 */
export type YamlShape = 'rails' | 'rails or map' | 'map' | 'other';

/** @param head the start of the file */
export function detectYamlShape(head: string): YamlShape {
  const rootLines = head
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^(?:\s|#|%|---(?:\s|$)|\.\.\.(?:\s|$))/.test(line));
  const [first, second] = rootLines;
  if (first === undefined) return head.trim().startsWith('<') ? 'other' : 'map';
  const language = /^(["']?)([A-Za-z]{2,3})(?:[-_][A-Za-z\d]{2,8})*\1:\s*(?:&\S+\s*)?(?:#.*)?$/.exec(first)?.[2];
  if (language !== undefined && second === undefined) return language.length === 2 ? 'rails' : 'rails or map';
  return /^(?:"[^"]*"|'[^']*'|[^\s"'<{[][^:]*)\s*:(?:\s|$)|^\{/.test(first) ? 'map' : 'other';
}
