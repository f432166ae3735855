import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem, type ProblemError } from '../../api/problem';
import type { DraftText } from './drafts';

export interface ReadKey {
  key: Schemas['KeyWithTranslations'];
  tag: string;
}

export async function readKey(keyId: string, signal?: AbortSignal): Promise<ReadKey> {
  const answer = await api.GET('/api/v1/keys/{id}', { params: { path: { id: keyId } }, cache: 'no-store', signal });
  return { key: bodyOf(answer).key, tag: answer.response.headers.get('ETag') ?? '' };
}

/** A text that is stored: its key after that, and the revision that the project has now. */
export interface StoredText {
  key: Schemas['KeyWithTranslations'];
  revision: number;
}

/** The result of saving a text: it is stored, or another text was stored since the person began to write. */
export type Saved = ({ isStored: true } & StoredText) | { isStored: false; theirs: string | null };

/**
 * Saves a text that a person wrote, with its state, unless somebody else has changed the same text since: in one request. An empty
 * text removes the text, except for the source text.
 */
export async function saveText(draft: DraftText, sourceLanguage: string): Promise<Saved> {
  const { keyId, language, base, state } = draft;
  const text = draft.text === '' && language !== sourceLanguage ? null : draft.text;
  const body = {
    expected: { [language]: base },
    ...(text !== base && { translations: { [language]: text } }),
    ...(text !== null && state && { states: { [language]: state } }),
  };
  try {
    const params = { path: { id: keyId }, query: { include: 'translations' as const } };
    const answer = await api.PUT('/api/v1/keys/{id}', { params, body });
    const { key } = bodyOf(answer);
    const revision = Number(answer.response.headers.get('X-Glossa-Revision'));
    return { isStored: true, key: key as StoredText['key'], revision };
  } catch (error) {
    if (!isTextChanged(error)) throw error;
    return { isStored: false, theirs: await theirsOf(error, draft) };
  }
}

const isTextChanged = (error: unknown): error is ProblemError =>
  isProblem(error, 400) && error.problem?.code === 'text_changed';

/** Returns the text that is stored now; the refusal lacks a text that is too large for it. */
async function theirsOf({ problem }: ProblemError, { keyId, language }: DraftText): Promise<string | null> {
  const named = problem?.texts?.find((text) => text.language === language)?.text;
  return named === undefined ? ((await readKey(keyId)).key.translations[language] ?? null) : named;
}

/** Undoes what a save did to a key. @returns the key after that */
export async function undoSave(projectId: string, keyId: string, revision: number): Promise<ReadKey['key']> {
  const params = { path: { id: projectId, revision } };
  bodyOf(await api.POST('/api/v1/projects/{id}/changes/{revision}/undo', { params, body: { keyId } }));
  return (await readKey(keyId)).key;
}
