import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type State, StateControl } from './state';
import { TextField } from './text-field';
import type { Draft, Drafts, DraftText } from './drafts';
import type { Schemas } from '../../api/client';
import { languageName } from '../../languages';
import { IgnoreFinding } from './ignore-finding';
import { readKey } from './save-text';

/** A key with the text that the page shows of it. */
export type TextKey = Pick<
  Schemas['ListedKey'],
  'id' | 'name' | 'value' | 'maxLength' | 'translations' | 'states' | 'outdated' | 'checks'
>;

export interface EditorProps {
  textKey: TextKey;
  language: string;
  sourceLanguage: string;
  /** The text that the person wrote here before and that is not stored yet. */
  draft?: Draft;
  drafts: Drafts;
  canReview: boolean;
  onSave: (draft: DraftText, goOn: boolean) => void;
  /** Is called when a finding of the stored text is ignored, or reported again. */
  onChecked: (key: TextKey) => void;
  onClose: (goOn: boolean) => void;
}

/**
 * Whether a key belongs to an input method, which ends or cancels its composition with it: Japanese text would be thrown away. Safari
 * sends the key that ends a composition behind it, with the code 229.
 */
const isOfInputMethod = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;

/** Writes one text. Enter is a new line; Ctrl+Enter saves and goes on to the next text that is missing. */
export function Editor(props: EditorProps) {
  const { textKey, language, sourceLanguage, draft, drafts, canReview, onSave, onChecked, onClose } = props;
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const isSource = language === sourceLanguage;
  const [stored, setStored] = useState(() => ({
    text: (isSource ? textKey.value : textKey.translations?.[language]) ?? null,
    state: textKey.states?.[language],
    isOutdated: textKey.outdated?.includes(language) ?? false,
    findings: textKey.checks?.[language] ?? [],
  }));
  const [base, setBase] = useState(draft ? (draft.status === 'saving' ? draft.text : draft.base) : stored.text);
  const [text, setText] = useState(draft?.text ?? base ?? '');
  const [state, setState] = useState<State | undefined>(draft?.state);
  const hasWritten = useRef(draft !== undefined);
  /** A text that is read replaces the fields. */
  const [version, setVersion] = useState(0);

  useEffect(() => {
    const { id } = textKey;
    const read = client.fetchQuery({
      queryKey: ['key', id, 'texts'],
      queryFn: ({ signal }) => readKey(id, signal),
      staleTime: 0,
      gcTime: 0,
    });
    // The page goes on with what it shows: saving shows why a key cannot be read.
    const show = ({ key }: Awaited<typeof read>) => {
      if (hasWritten.current) return;
      const current = key.translations[language] ?? null;
      setStored({
        text: current,
        state: key.states[language],
        isOutdated: key.outdated.includes(language),
        findings: key.checks[language] ?? [],
      });
      setBase(current);
      setText(current ?? '');
      setVersion((before) => before + (current === stored.text ? 0 : 1));
    };
    read.then(show, () => undefined);
    // The text is read once, when the person begins.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, textKey.id, language]);

  // An editor can go without being saved or cancelled: the session ends, or the filters change. Its text is kept.
  const unsaved = useRef<DraftText>(undefined);
  useEffect(
    () => () => {
      if (unsaved.current) drafts.set({ ...unsaved.current, status: 'kept' });
    },
    [drafts],
  );

  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first field has the focus, also where there are more forms than fit.
    const isTall = (frame.current?.offsetHeight ?? 0) > innerHeight / 2;
    frame.current?.scrollIntoView({ block: isTall ? 'start' : 'nearest' });
  }, [version]);

  const { id: keyId, name: keyName } = textKey;
  const draftOf = (written: string, chosen: State | undefined): DraftText => ({
    keyId,
    keyName,
    language,
    text: written,
    base,
    ...(chosen && { state: chosen }),
  });
  const write = (written: string, chosen: State | undefined) => {
    hasWritten.current = true;
    setText(written);
    setState(chosen);
    unsaved.current = draftOf(written, chosen);
    drafts.keep(unsaved.current);
  };
  const save = (goOn: boolean) => {
    unsaved.current = undefined;
    const isChanged = text !== (base ?? '');
    // A text that stays as it is although its source changed is confirmed.
    const confirmed = state ?? (stored.isOutdated && !isChanged ? stored.state : undefined);
    if (!isChanged && !draft && (confirmed === undefined || (confirmed === stored.state && !stored.isOutdated))) {
      drafts.remove(keyId, language);
      onClose(goOn);
    } else onSave(draftOf(text, confirmed), goOn);
  };
  const cancel = () => {
    unsaved.current = undefined;
    if (draft) drafts.set(draft);
    else drafts.remove(keyId, language);
    onClose(false);
  };
  /** Going on in another cell does not remove a text: the page asks. */
  const keepEmptied = () => {
    unsaved.current = undefined;
    drafts.set({ ...draftOf('', state), status: 'kept' });
    onClose(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isOfInputMethod(event)) return;
    if (event.key === 'Escape') cancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save(true);
    }
  };

  /** A person who goes on in another cell has ended this text. */
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    const isOtherCell = relatedTarget?.closest('[data-cell]') != null && !currentTarget.contains(relatedTarget);
    if (!isOtherCell || relatedTarget.contains(currentTarget)) return;
    if (text === '' && base) keepEmptied();
    else save(false);
  };

  const shownState = state ?? (text === (base ?? '') ? (stored.state ?? 'translated') : 'translated');
  return (
    <Stack gap="xs" ref={frame} onKeyDown={onKeyDown} onBlur={onBlur} className="editor">
      {stored.isOutdated && (
        <Text size="xs" className="findings">
          {t('texts.outdatedHint')}
        </Text>
      )}
      <TextField
        key={version}
        label={t('keys.edit', { name: keyName, language: languageName(language, i18n.language) })}
        language={language}
        value={text}
        onChange={(written) => write(written, state)}
        source={isSource ? undefined : { language: sourceLanguage, text: textKey.value ?? '' }}
        maxLength={textKey.maxLength}
        stored={text === stored.text && !draft ? stored.findings : []}
        actionOn={(finding) => (
          <IgnoreFinding
            keyId={keyId}
            language={language}
            finding={finding}
            onDone={(key) => {
              setStored((before) => ({ ...before, findings: key.checks[language] ?? [] }));
              onChecked(key);
            }}
          />
        )}
        autoFocus
      />
      {!isSource && (
        <StateControl value={shownState} onChange={(chosen) => write(text, chosen)} canReview={canReview} />
      )}
      <Group gap="xs">
        <Button size="xs" onClick={() => save(false)}>
          {t('save')}
        </Button>
        <Button size="xs" variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t('keys.shortcuts')}
        </Text>
      </Group>
    </Stack>
  );
}
