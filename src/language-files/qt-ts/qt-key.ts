/** Separates context, source and disambiguation in a key, as it separates context and msgid in MO files. */
const SEPARATOR = '\u0004';

/** The identification of a message: its id (`qtTrId`), or context, source and disambiguation. */
export interface QtKey {
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

/** Splits a key into its parts. A key without a separator is an id. */
export function splitKey(key: string): QtKey {
  const [context = '', source, ...rest] = key.split(SEPARATOR);
  if (source === undefined) return { id: key, context: '' };
  return rest.length === 0 ? { context, source } : { context, source, disambiguation: rest.join(SEPARATOR) };
}
