import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problem';
import { type ReadKey, readKey } from '../../components/texts/save-text';

export type { ReadKey };

type Key = Schemas['KeyWithTranslations'];

export const keyQuery = (id: string) =>
  queryOptions({ queryKey: ['key', id], queryFn: ({ signal }) => readKey(id, signal) });

/** The fields of a key that a person edits. */
export type Labels = Pick<Key, 'name' | 'description' | 'tags' | 'maxLength'>;

export const LABELS = ['name', 'description', 'tags', 'maxLength'] as const;

export const labelsOf = ({ name, description, tags, maxLength }: Key): Labels => ({
  name,
  description,
  tags,
  maxLength,
});

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Saves what a person changed of a key, unless somebody else has changed the same since.
 *
 * @param edits the changed members only
 * @param base the key when the person began to edit
 * @returns the key as it is now if somebody else has changed one of the members, and nothing was saved
 */
export async function saveLabels(edits: Partial<Labels>, base: ReadKey): Promise<ReadKey | undefined> {
  const { id } = base.key;
  for (let tag = base.tag; ;) {
    try {
      const params = { path: { id }, header: { 'If-Match': tag } };
      bodyOf(await api.PUT('/api/v1/keys/{id}', { params, body: edits }));
      return undefined;
    } catch (error) {
      if (!isProblem(error, 412)) throw error;
      const current = await readKey(id);
      if (conflictsOf(edits, base.key, current.key).length > 0) return current;
      // Something else of the key changed, for instance a text: that is no conflict.
      tag = current.tag;
    }
  }
}

/** The members that both a person and somebody else have changed, to different values. */
export const conflictsOf = (edits: Partial<Labels>, base: Key, current: Key): (keyof Labels)[] =>
  LABELS.filter(
    (member) =>
      edits[member] !== undefined && !isSame(current[member], base[member]) && !isSame(current[member], edits[member]),
  );

/**
 * Writes a text or a state that a person chose by what the page shows.
 *
 * @throws ProblemError with 412 if the text is not the shown one any more
 */
export async function writeShown(
  shown: ReadKey,
  language: string,
  body: { translations?: Record<string, string>; states?: Record<string, 'draft' | 'translated' | 'reviewed'> },
): Promise<void> {
  const { id } = shown.key;
  for (let tag = shown.tag; ;) {
    try {
      const params = { path: { id }, header: { 'If-Match': tag } };
      bodyOf(await api.PUT('/api/v1/keys/{id}', { params, body }));
      return;
    } catch (error) {
      if (!isProblem(error, 412)) throw error;
      const current = await readKey(id);
      if (current.key.translations[language] !== shown.key.translations[language]) throw error;
      tag = current.tag;
    }
  }
}
