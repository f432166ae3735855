/** SQL of the rule of `namespaceOf`, for a column `name`. The generated column `keys.namespace` has it. */
export const NAMESPACE_OF_NAME = `CASE WHEN position('.' IN name) > 0 THEN split_part(name, '.', 1) ELSE '' END`;

/** Returns the part of a key's name before the first dot, `""` where there is none. */
export function namespaceOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? '' : name.slice(0, dot);
}
