import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problem';
import type { DraftText } from './drafts';

export interface ReadKey {
  key: Schemas['KeyWithTranslations'];
  tag: string;
}

export async function readKey(keyId: string, signal?: AbortSignal): Promise<ReadKey> {
  const answer = await api.GET('/api/v1/keys/{id}', { params: { path: { id: keyId } }, cache: 'no-store', signal });
  return { key: bodyOf(answer).key, tag: answer.response.headers.get('ETag') ?? '' };
}

/** The result of saving a text: it is stored, or another text was stored since the person began to write. */
export type Saved = { isStored: true } | { isStored: false; theirs: string | null };

/**
 * Saves a text that a person wrote, with its state, unless somebody else has changed the same text since. An empty text removes
 * the text, except for the source text.
 */
export async function saveText(draft: DraftText, sourceLanguage: string): Promise<Saved> {
  const { keyId, language, base } = draft;
  const text = draft.text === '' && language !== sourceLanguage ? null : draft.text;
  for (;;) {
    const { key, tag } = await readKey(keyId);
    const current = key.translations[language] ?? null;
    if (current !== base && current !== text) return { isStored: false, theirs: current };
    const body = {
      ...(current !== text && { translations: { [language]: text } }),
      ...(text !== null && draft.state && { states: { [language]: draft.state } }),
    };
    if (Object.keys(body).length === 0) return { isStored: true };
    try {
      const params = { path: { id: keyId }, header: { 'If-Match': tag } };
      bodyOf(await api.PUT('/api/v1/keys/{id}', { params, body }));
      return { isStored: true };
    } catch (error) {
      // The key changed after it was read, perhaps another text of it.
      if (!isProblem(error, 412)) throw error;
    }
  }
}
