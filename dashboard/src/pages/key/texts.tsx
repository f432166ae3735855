import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { showUndo } from '../../components/show-problem';
import { type DraftText, draftId } from '../../components/texts/drafts';
import { Editor, type Ending } from '../../components/texts/editor';
import type { StoredText } from '../../components/texts/save-text';
import { readOnlyText, useReadOnly } from '../../components/texts/read-only';
import { type State, StateControl, StateMarks } from '../../components/texts/state';
import { Present } from '../../components/live/at-text';
import { TranslationText } from '../../components/texts/translation-text';
import { Unsaved } from '../../components/texts/unsaved';
import { type Saves, useSaves } from '../../components/texts/use-saves';
import { useUndo } from '../../components/texts/use-undo';
import { languageName } from '../../languages';
import { useScope } from '../../session';
import { KeyFindings } from './findings';
import { type ReadKey, writeShown } from './key-query';

type Project = Schemas['ProjectDetails'];

/** The texts of a key in all languages, with their states and what the checks find in them. */
export function Texts({ project, shown }: { project: Project; shown: ReadKey }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [editing, setEditing] = useState<string>();
  const onChanged = useCallback(() => void client.invalidateQueries(), [client]);
  const { noteSave } = useUndo(project.id, onChanged);
  const onStored = useCallback(
    (draft: DraftText, stored: StoredText) => {
      noteSave(draft, stored);
      onChanged();
    },
    [noteSave, onChanged],
  );
  const saves = useSaves(project.id, project.sourceLanguage, onStored);
  const languages = [project.sourceLanguage, ...project.targetLanguages];
  const readOnlyIn = useReadOnly(project.protectReviewed);
  const onClose = (language: string, ending: Ending) => {
    const { id, translations, states } = shown.key;
    const place = languages.indexOf(language);
    const others = [...languages.slice(place + 1), ...languages.slice(0, place)];
    const missing = others.find(
      (other) =>
        translations[other] === undefined &&
        readOnlyIn(other, states[other]) === undefined &&
        !saves.snapshot.has(draftId(id, other)),
    );
    setEditing(ending === 'next' ? missing : undefined);
  };
  return (
    <section className="key-texts">
      <Title order={2} size="h4" mb="sm">
        {t('key.texts')}
      </Title>
      <Unsaved saves={saves} />
      {languages.map((language) => (
        <LanguageText
          key={language}
          language={language}
          project={project}
          shown={shown}
          saves={saves}
          isEditing={editing === language}
          onEdit={() => setEditing(language)}
          onClose={(ending) => onClose(language, ending)}
        />
      ))}
    </section>
  );
}

interface LanguageTextProps {
  language: string;
  project: Project;
  shown: ReadKey;
  saves: Saves;
  isEditing: boolean;
  onEdit: () => void;
  onClose: (ending: Ending) => void;
}

function LanguageText({ language, project, shown, saves, isEditing, onEdit, onClose }: LanguageTextProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { sourceLanguage, protectReviewed } = project;
  const { key } = shown;
  const canReview = useScope('translations:review');
  const readOnly = useReadOnly(protectReviewed)(language, key.states[language]);
  const canWrite = readOnly === undefined;
  const isSource = language === sourceLanguage;
  const { drafts, snapshot, save } = saves;
  const draft = snapshot.get(draftId(key.id, language));
  const text = draft?.text ?? key.translations[language];
  const name = languageName(language, i18n.language);
  return (
    <article className="key-text" aria-label={name}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={600}>
          {name}{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            {isSource ? t('key.source') : language}
          </Text>
        </Text>
        <Group gap={6}>
          {!isEditing && <Present keyId={key.id} language={language} />}
          {draft && <span className="mark">{t(`drafts.${draft.status}`)}</span>}
          {!isSource && !isEditing && !draft && text !== undefined && (
            <StateOfText language={language} shown={shown} canWrite={canWrite} />
          )}
          {canWrite && !isEditing && (
            <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={t('key.editText', { name })}>
              {t('key.edit')}
            </Button>
          )}
        </Group>
      </Group>
      {isEditing ? (
        <Editor
          textKey={key}
          language={language}
          sourceLanguage={sourceLanguage}
          draft={draft}
          drafts={drafts}
          canReview={canReview}
          onSave={save}
          onKept={() => showUndo(t('undo.kept', { name: key.name }), onEdit)}
          onChecked={() => void client.invalidateQueries()}
          onClose={onClose}
        />
      ) : (
        <Stack gap="xs">
          {text === undefined ? (
            <Text size="sm" c="dimmed" fs="italic">
              {isSource ? t('keys.noSource') : t('keys.untranslated')}
            </Text>
          ) : (
            <TranslationText text={text} language={language} />
          )}
          {readOnly !== undefined && readOnly !== 'scope' && (
            <Text size="xs" c="dimmed">
              {readOnlyText(readOnly)}
            </Text>
          )}
          {!draft && <KeyFindings shown={shown} language={language} canWrite={canWrite} />}
        </Stack>
      )}
    </article>
  );
}

/** The state of a text, and that it is outdated until somebody confirms it. */
function StateOfText({ language, shown, canWrite }: { language: string; shown: ReadKey; canWrite: boolean }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const canReview = useScope('translations:review');
  const state = shown.key.states[language] ?? 'translated';
  const isOutdated = shown.key.outdated.includes(language);
  const set = useMutation({
    mutationFn: (next: State) => writeShown(shown, language, { states: { [language]: next } }),
    onSettled: () => client.invalidateQueries(),
  });
  if (!canWrite || (!canReview && state === 'reviewed')) return <StateMarks state={state} isOutdated={isOutdated} />;
  return (
    <>
      <StateMarks isOutdated={isOutdated} />
      {isOutdated && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('key.confirmOf', { name: languageName(language, i18n.language) })}
          title={t('key.confirmHint')}
          onClick={() => set.mutate(state)}
        >
          {t('key.confirm')}
        </Button>
      )}
      <StateControl
        value={set.isPending ? set.variables : state}
        onChange={(next) => set.mutate(next)}
        canReview={canReview}
      />
    </>
  );
}
