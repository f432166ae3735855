/** As in gettext's MO files, between context and source; a disambiguation follows the source in the same way. */
const SEPARATOR = '\u0004';

export interface QtKey {
  /** A message found by its id (qtTrId); otherwise by context, source and disambiguation. */
  id?: string;
  context: string;
  source?: string;
  disambiguation?: string;
}

export function joinKey({ id, context, source = '', disambiguation }: QtKey): string {
  if (id) return id;
  const key = `${context}${SEPARATOR}${source}`;
  return disambiguation === undefined ? key : `${key}${SEPARATOR}${disambiguation}`;
}

/** A key without a separator is an id. */
export function splitKey(key: string): QtKey {
  const [context = '', source, ...rest] = key.split(SEPARATOR);
  if (source === undefined) return { id: key, context: '' };
  return rest.length === 0 ? { context, source } : { context, source, disambiguation: rest.join(SEPARATOR) };
}
