/** Returns the part before the first dot, `""` where there is none, as the column `namespace` computes it. */
export function namespaceOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? '' : name.slice(0, dot);
}
