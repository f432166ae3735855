import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../show-problem';
import { type Draft, draftId, type DraftText, writtenIn } from './drafts';
import { directionOf, languageName } from '../../languages';
import type { Saves } from './use-saves';

/** The texts that a person has written and that are not stored, each with the reason and with what can be done. */
export function Unsaved({ saves }: { saves: Saves }) {
  const { t } = useTranslation();
  const { drafts, snapshot, save } = saves;
  const unsaved = [...snapshot.values()].filter(({ status }) => status !== 'saving');
  if (unsaved.length === 0) return null;
  return (
    <Alert color="red" variant="outline" title={t('keys.unsaved', { count: unsaved.length })} role="alert" p="xs">
      <div className="unsaved">
        {unsaved.map((draft) => (
          <UnsavedText
            key={draftId(draft.keyId, draft.language)}
            draft={draft}
            onSave={save}
            onDiscard={() => drafts.remove(draft.keyId, draft.language)}
          />
        ))}
      </div>
    </Alert>
  );
}

interface UnsavedTextProps {
  draft: Draft;
  onSave: (draft: DraftText) => void;
  onDiscard: () => void;
}

function UnsavedText({ draft, onSave, onDiscard }: UnsavedTextProps) {
  const { t, i18n } = useTranslation();
  const { keyName, language, text, theirs, error } = draft;
  const isConflict = theirs !== undefined;
  const problem = error === undefined ? undefined : describeProblem(error);
  const written = writtenIn(draft);
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('keys.edit', { name: keyName, language: languageName(language, i18n.language) })}
      </Text>
      {problem && (
        <Text size="sm">
          {problem.title}: {problem.detail}{' '}
          {problem.requestId !== undefined && t('problem.request', { id: problem.requestId })}
        </Text>
      )}
      {isConflict && (
        <>
          <Text size="sm">{t('keys.conflict')}</Text>
          <Text size="sm" c="dimmed">
            {t('keys.theirs')}
          </Text>
          <Written language={language} testId="theirs" text={theirs ?? t('keys.removed')} />
          <Text size="sm" c="dimmed">
            {t('keys.mine')}
          </Text>
        </>
      )}
      <Written language={language} text={text === '' ? t('keys.removed') : text} />
      <Group gap="xs" mt={4}>
        <Button size="compact-sm" onClick={() => onSave(isConflict ? { ...written, base: theirs } : written)}>
          {isConflict ? t('keys.keepMine') : t('keys.saveAgain')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {isConflict ? t('keys.takeTheirs') : t('keys.discard')}
        </Button>
      </Group>
    </div>
  );
}

function Written({ language, text, testId }: { language: string; text: string; testId?: string }) {
  return (
    <Text
      size="sm"
      lang={language}
      dir={directionOf(language)}
      data-testid={testId}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Text>
  );
}
