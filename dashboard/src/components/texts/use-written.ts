import { useEffect, useRef, useState } from 'react';
import type { Draft, Drafts, DraftText } from './drafts';
import type { TextKey } from './editor';
import type { State } from './state';

/** The stored text of a key in a language, as the page shows it. */
export const storedText = (key: TextKey, language: string, sourceLanguage: string) => ({
  text: (language === sourceLanguage ? key.value : key.translations?.[language]) ?? null,
  state: key.states?.[language],
  isOutdated: key.outdated?.includes(language) ?? false,
  findings: key.checks?.[language] ?? [],
});

export type StoredText = ReturnType<typeof storedText>;

interface Written {
  text: string;
  state?: State;
}

/**
 * What a person writes over a stored text. Until they begin, it follows the stored text, which others may change. It is kept as a
 * draft at each step, so that nothing is lost with the page.
 */
export function useWritten(textKey: TextKey, language: string, stored: StoredText, drafts: Drafts, draft?: Draft) {
  const [written, setWritten] = useState<Written | undefined>(draft && { text: draft.text, state: draft.state });
  const [base, setBase] = useState(() =>
    draft ? { text: draft.status === 'saving' ? draft.text : draft.base, state: draft.baseState } : stored,
  );
  /** With another number, the fields show a text that was not typed there. */
  const [version, setVersion] = useState(0);
  if (!written && base.text !== stored.text) {
    setBase(stored);
    setVersion(version + 1);
  }
  const text = written?.text ?? base.text ?? '';
  const draftOf = (next: Written): DraftText => ({
    keyId: textKey.id,
    keyName: textKey.name,
    language,
    text: next.text,
    base: base.text,
    ...(base.state && { baseState: base.state }),
    ...(next.state && { state: next.state }),
  });

  // An editor can go without being saved or cancelled: the session ends, or the filters change. Its text is kept.
  const unsaved = useRef<DraftText>(undefined);
  const hasEnded = useRef(false);
  useEffect(
    () => () => {
      if (unsaved.current) drafts.set({ ...unsaved.current, status: 'kept' });
    },
    [drafts],
  );

  return {
    text,
    state: written?.state,
    base: base.text,
    version,
    draftOf,
    write: (next: Written, isTyped = true) => {
      setWritten(next);
      if (!isTyped) setVersion((before) => before + 1);
      unsaved.current = draftOf(next);
      drafts.keep(unsaved.current);
    },
    /** What was written is saved, kept or given up. */
    end: () => {
      unsaved.current = undefined;
      hasEnded.current = true;
    },
    isEnded: () => hasEnded.current,
  };
}
