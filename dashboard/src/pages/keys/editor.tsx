import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../components/problem-alert';
import { directionOf, languageName } from '../../languages';
import { type ReadText, readText } from './key-data';
import { saveText } from './save-text';
import { missingPlaceholders } from './text';

interface EditorProps {
  keyId: string;
  keyName: string;
  language: string;
  isSource: boolean;
  source: string;
  /** The grid shows this text. The editor reads the text itself, to know its state. */
  shown: string | undefined;
  onSaved: (text: string | undefined, goOn: boolean) => void;
  onCancel: () => void;
}

/** Writes one text. Enter is a new line; Ctrl+Enter saves and goes on to the next text that is missing. */
export function Editor({ keyId, keyName, language, isSource, source, shown, onSaved, onCancel }: EditorProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState(shown ?? '');
  const [conflict, setConflict] = useState<ReadText>();
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const base = useRef<Promise<ReadText>>(undefined);
  useEffect(() => {
    const read = readText(keyId, language);
    base.current = read;
    // A person who has written nothing yet sees the text as it is now.
    read.then(
      (current) => setText((written) => (written === (shown ?? '') ? (current.text ?? '') : written)),
      () => undefined,
    );
  }, [keyId, language, shown]);

  const save = async (goOn: boolean, from?: ReadText) => {
    setSaving(true);
    setError(undefined);
    try {
      // A read that failed, for instance without a connection, is tried again.
      const state =
        from ?? (await base.current?.catch(() => readText(keyId, language))) ?? (await readText(keyId, language));
      const next = text === '' && !isSource ? null : text;
      if (next === (state.text ?? null)) return onSaved(state.text, goOn);
      const saved = await saveText(keyId, language, next, state);
      if (saved.conflict) setConflict(saved.conflict);
      else onSaved(next ?? undefined, goOn);
    } catch (refusal) {
      setError(refusal);
    } finally {
      setSaving(false);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save(true);
    }
  };

  const missing = isSource || text === '' ? [] : missingPlaceholders(source, text);
  return (
    <Stack gap="xs" onKeyDown={onKeyDown}>
      <Textarea
        aria-label={t('keys.edit', { name: keyName, language: languageName(language, i18n.language) })}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={12}
        lang={language}
        dir={directionOf(language)}
        spellCheck
        autoFocus
      />
      {missing.length > 0 && (
        <Text size="xs" c="red" role="status">
          {t('keys.missingPlaceholders', { list: missing.join(' ') })}
        </Text>
      )}
      {conflict && (
        <Alert color="red" variant="outline" title={t('keys.conflict')} role="alert">
          <Text size="sm" c="dimmed">
            {t('keys.theirs')}
          </Text>
          <Text
            size="sm"
            lang={language}
            dir={directionOf(language)}
            data-testid="theirs"
            style={{ whiteSpace: 'pre-wrap' }}
          >
            {conflict.text ?? t('keys.removed')}
          </Text>
          <Text size="sm" c="dimmed" mt="xs">
            {t('keys.mine')}
          </Text>
          <Text size="sm" lang={language} dir={directionOf(language)} style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
          <Group gap="xs" mt="sm">
            <Button size="xs" loading={isSaving} onClick={() => void save(false, conflict)}>
              {t('keys.keepMine')}
            </Button>
            <Button size="xs" variant="default" onClick={() => onSaved(conflict.text, false)}>
              {t('keys.takeTheirs')}
            </Button>
          </Group>
        </Alert>
      )}
      {error !== undefined && <ProblemAlert error={error} />}
      {!conflict && (
        <Group gap="xs">
          <Button size="xs" loading={isSaving} onClick={() => void save(false)}>
            {t('save')}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {t('keys.shortcuts')}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
