import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problem';
import { readKey } from '../texts/save-text';

/** The fields of a key that a person edits. */
export type Labels = Pick<Schemas['KeyWithTranslations'], 'name' | 'description' | 'tags' | 'maxLength'>;

export const LABELS = ['name', 'description', 'tags', 'maxLength'] as const;

export const labelsOf = ({ name, description, tags, maxLength }: Labels): Labels => ({
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
 * @param base these members when the person began to edit
 * @returns the members as they are now if somebody else has changed one of them, and nothing was saved
 */
export async function saveLabels(
  id: string,
  edits: Partial<Labels>,
  base: Partial<Labels>,
): Promise<Labels | undefined> {
  for (;;) {
    const { key, tag } = await readKey(id);
    if (conflictsOf(edits, base, key).length > 0) return labelsOf(key);
    try {
      const params = { path: { id }, header: { 'If-Match': tag } };
      bodyOf(await api.PUT('/api/v1/keys/{id}', { params, body: edits }));
      return undefined;
    } catch (error) {
      // The key changed after it was read, perhaps a text of it.
      if (!isProblem(error, 412)) throw error;
    }
  }
}

/** The members that both a person and somebody else have changed, to different values. */
export const conflictsOf = (edits: Partial<Labels>, base: Partial<Labels>, current: Labels): (keyof Labels)[] =>
  LABELS.filter(
    (member) =>
      edits[member] !== undefined && !isSame(current[member], base[member]) && !isSame(current[member], edits[member]),
  );
