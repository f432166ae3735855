/** What a YAML file looks like from its start. */
export type YamlShape = 'rails' | 'rails or map' | 'map' | 'other';

/**
 * `rails`: the root has one key so far, and it is a language of two letters with a block below; `rails or map`: the same with
 * three letters, which may as well be a word; `map`: keys at the start of lines, or nothing but comments.
 */
export function yamlShape(head: string): YamlShape {
  const roots = head
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^(?:\s|#|%|---(?:\s|$)|\.\.\.(?:\s|$))/.test(line));
  const [first, second] = roots;
  if (first === undefined) return head.trim().startsWith('<') ? 'other' : 'map';
  const language = /^(["']?)([A-Za-z]{2,3})(?:[-_][A-Za-z\d]{2,8})*\1:\s*(?:&\S+\s*)?(?:#.*)?$/.exec(first)?.[2];
  if (language !== undefined && second === undefined) return language.length === 2 ? 'rails' : 'rails or map';
  return /^(?:"[^"]*"|'[^']*'|[^\s"'<{[][^:]*)\s*:(?:\s|$)|^\{/.test(first) ? 'map' : 'other';
}
