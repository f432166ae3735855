/** Returns the list of a key, which is added if there is none. Lists are extended in place: copies take quadratic time. */
export function groupOf<K, V>(groups: Map<K, V[]>, key: K): V[] {
  const known = groups.get(key);
  if (known) return known;
  const added: V[] = [];
  groups.set(key, added);
  return added;
}
