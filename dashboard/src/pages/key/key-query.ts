import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client';
import { isProblem } from '../../api/problem';
import { type ReadKey, readKey } from '../../components/texts/save-text';

export type { ReadKey };

export const keyQuery = (id: string) =>
  queryOptions({ queryKey: ['key', id], queryFn: ({ signal }) => readKey(id, signal) });

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
