import { Button, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StateControl } from './state';
import { TextField } from './text-field';
import type { Draft, Drafts, DraftText } from './drafts';
import type { Schemas } from '../../api/client';
import { languageName } from '../../languages';
import { AtText } from '../live/at-text';
import { IgnoreFinding } from './ignore-finding';
import { isBroken as isBrokenText } from './broken-text';
import { useLeaving } from './use-leaving';
import { storedText, useWritten } from './use-written';

/** A key with the text that the page shows of it. */
export type TextKey = Pick<
  Schemas['ListedKey'],
  'id' | 'name' | 'value' | 'maxLength' | 'translations' | 'states' | 'outdated' | 'checks'
>;

/**
 * How a person ends a text: `stay` with its cell, go on to the `next` text of the list, or `left` for something else on the page,
 * which keeps the focus.
 */
export type Ending = 'stay' | 'next' | 'left';

export interface EditorProps {
  textKey: TextKey;
  language: string;
  sourceLanguage: string;
  /** The text that the person wrote here before and that is not stored yet. */
  draft?: Draft;
  drafts: Drafts;
  canReview: boolean;
  /** A text that comes from elsewhere on the page, to be written here; each is another object. */
  given?: { text: string };
  onSave: (draft: DraftText) => void;
  /** Is called when the person gives up a text that they have changed. It is a draft then. */
  onKept?: () => void;
  /** Is called when a finding of the stored text is ignored, or reported again. */
  onChecked: (key: TextKey) => void;
  onClose: (ending: Ending) => void;
}

/**
 * Whether a key belongs to an input method, which ends or cancels its composition with it: Japanese text would be thrown away. Safari
 * sends the key that ends a composition behind it, with the code 229.
 */
const isOfInputMethod = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;

/**
 * Writes one text. Enter is a new line; Ctrl+Enter saves and goes on to the next text of the list, with Shift as reviewed. However it
 * is left, the text is saved; Escape keeps it as a draft.
 */
export function Editor(props: EditorProps) {
  const { textKey, language, sourceLanguage, draft, drafts, canReview, given } = props;
  const { onSave, onKept, onChecked, onClose } = props;
  const { t, i18n } = useTranslation();
  const isSource = language === sourceLanguage;
  const stored = storedText(textKey, language, sourceLanguage);
  const written = useWritten(textKey, language, stored, drafts, draft);
  const { text, state, base, version, write } = written;
  const isChanged = text !== (base ?? '');
  const source = isSource ? undefined : { language: sourceLanguage, text: textKey.value ?? '' };
  const isBroken = source !== undefined && isBrokenText(source, { language, text });
  // Without the right to review, a reviewed text can be written anew, but neither confirmed nor given another state.
  const hasState = canReview || isChanged || stored.state !== 'reviewed';

  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first field has the focus, also where there are more forms than fit.
    const isTall = (frame.current?.offsetHeight ?? 0) > innerHeight / 2;
    frame.current?.scrollIntoView({ block: isTall ? 'start' : 'nearest' });
  }, [version]);
  const take = useEffectEvent((text: string) => write({ text, state }, false));
  useEffect(() => {
    if (given) take(given.text);
  }, [given]);

  const save = (ending: Ending, chosen = state) => {
    written.end();
    // A text that stays as it is although its source changed is confirmed.
    const kept = stored.isOutdated && !isChanged ? stored.state : undefined;
    const confirmed = hasState ? (isBroken ? 'draft' : (chosen ?? kept)) : undefined;
    const isSame = !isChanged && (confirmed === undefined || (confirmed === stored.state && !stored.isOutdated));
    if (isSame && !draft) drafts.remove(textKey.id, language);
    else onSave({ ...written.draftOf({ text, state: confirmed }), ...(ending === 'left' && { isLeft: true }) });
    onClose(ending);
  };
  const cancel = () => {
    written.end();
    const isKept = isChanged || (state !== undefined && state !== stored.state);
    if (isKept) drafts.set({ ...written.draftOf({ text, state }), status: 'kept' });
    else drafts.remove(textKey.id, language);
    onClose('stay');
    if (isKept) onKept?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isOfInputMethod(event)) return;
    if (event.key === 'Escape') cancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save('next', event.shiftKey && canReview && !isSource && text !== '' ? 'reviewed' : state);
    }
  };
  // A text that nobody has touched here is not confirmed by going on elsewhere.
  const leave = () => {
    if (written.isEnded()) return;
    if (isChanged || state !== undefined) return save('left');
    written.end();
    onClose('left');
  };
  const onBlur = useLeaving(frame, leave);

  const shownState = isBroken ? 'draft' : (state ?? (isChanged ? 'translated' : (stored.state ?? 'translated')));
  return (
    <Stack gap="xs" ref={frame} onKeyDown={onKeyDown} onBlur={onBlur} className="editor">
      {stored.isOutdated && (
        <Text size="xs" className="findings">
          {t('texts.outdatedHint')}
        </Text>
      )}
      <TextField
        key={version}
        label={t('keys.edit', { name: textKey.name, language: languageName(language, i18n.language) })}
        language={language}
        value={text}
        onChange={(typed) => write({ text: typed, state })}
        source={source}
        maxLength={textKey.maxLength}
        stored={!isChanged && !draft ? stored.findings : []}
        actionOn={(finding) => (
          <IgnoreFinding keyId={textKey.id} language={language} finding={finding} onDone={onChecked} />
        )}
        autoFocus
      />
      {isBroken && (
        <Text size="xs" className="findings" role="status">
          {t('texts.brokenIsDraft')}
        </Text>
      )}
      <AtText keyId={textKey.id} language={language} />
      {!isSource && hasState && (
        <StateControl value={shownState} onChange={(chosen) => write({ text, state: chosen })} canReview={canReview} />
      )}
      {!hasState && (
        <Text size="xs" c="dimmed">
          {t('texts.reviewedHint')}
        </Text>
      )}
      <Group gap="xs">
        <Button size="xs" onClick={() => save('stay')}>
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
