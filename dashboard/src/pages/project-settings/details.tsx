import { Alert, Button, Card, Switch, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { projectQuery, projectsQuery } from '../../api/queries';
import { Form } from '../../components/dialog';
import { FieldConflict } from '../../components/field-conflict';
import { LanguagesSelect } from '../../components/language-select';
import { sayWhenShown } from '../../components/say-when-shown';
import { languageName } from '../../languages';
import { changedFields, changedLanguages, conflictsOf, type Edits, saveDetails } from './save-details';

const NO_EDITS: Edits = { addLanguages: [], removeLanguages: [] };

/** The fields of a project. */
export function Details({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  /** The project when the person began to edit: what others change meanwhile is not overwritten. */
  const [begun, setBegun] = useState(project);
  const base = edits === NO_EDITS ? project : begun;
  /** The fields that somebody else has changed too. Their values are those of `base`. */
  const [conflicts, setConflicts] = useState<ReturnType<typeof conflictsOf>>([]);
  const edit = (edited: Partial<Edits>) => {
    setBegun(base);
    setEdits((before) => ({ ...before, ...edited }));
  };
  const { name = project.name, protectReviewed = project.protectReviewed, styleNote = project.styleNote } = edits;
  const { addLanguages, removeLanguages } = changedLanguages(edits, project);
  const removedTexts = project.languages
    .filter(({ language }) => removeLanguages.includes(language))
    .reduce((sum, { translated }) => sum + translated, 0);
  const isChanged =
    Object.keys(changedFields(edits, base)).length > 0 || addLanguages.length + removeLanguages.length > 0;
  return (
    <Card withBorder maw={640}>
      <Form
        submit={t('save')}
        send={() => saveDetails(edits, base)}
        onDone={async ({ project: read, isSaved }) => {
          client.setQueryData(projectQuery(project.id).queryKey, read);
          setBegun(read);
          setConflicts(isSaved ? [] : conflictsOf(edits, base, read));
          if (!isSaved) return;
          // What was typed meanwhile stays.
          setEdits((now) => (now === edits ? NO_EDITS : now));
          await sayWhenShown(t('settings.saved'), client.invalidateQueries({ queryKey: projectsQuery.queryKey }));
        }}
        isComplete={isChanged && name.trim() !== ''}
      >
        {conflicts.length > 0 && (
          <FieldConflict
            title={t('settings.conflict')}
            fields={conflicts.map((field) => ({
              name: t(field === 'name' ? 'projects.name' : 'settings.styleNote'),
              theirs: String(base[field] ?? ''),
              mine: String(edits[field] ?? ''),
            }))}
          >
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setConflicts([]);
                setEdits({ ...edits, ...Object.fromEntries(conflicts.map((field) => [field, undefined])) });
              }}
            >
              {t('key.takeTheirs')}
            </Button>
          </FieldConflict>
        )}
        <TextInput
          label={t('projects.name')}
          value={name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          maxLength={200}
        />
        <TextInput
          label={t('projects.source')}
          value={languageName(project.sourceLanguage, i18n.language)}
          readOnly
          description={t('settings.sourceFixed')}
        />
        <LanguagesSelect
          label={t('projects.targets')}
          value={[...project.targetLanguages.filter((tag) => !removeLanguages.includes(tag)), ...addLanguages]}
          onChange={(targets) =>
            edit({
              addLanguages: targets.filter((tag) => !project.targetLanguages.includes(tag)),
              removeLanguages: project.targetLanguages.filter((tag) => !targets.includes(tag)),
            })
          }
          exclude={[project.sourceLanguage]}
        />
        {removedTexts > 0 && (
          <Alert color="red" variant="outline">
            {t('settings.removesTexts', { count: removedTexts })}
          </Alert>
        )}
        <Switch
          label={t('settings.protect')}
          description={t('settings.protectHint')}
          checked={protectReviewed}
          onChange={(event) => edit({ protectReviewed: event.currentTarget.checked })}
        />
        <Textarea
          label={t('settings.styleNote')}
          description={t('settings.styleNoteHint')}
          value={styleNote ?? ''}
          onChange={(event) => edit({ styleNote: event.currentTarget.value })}
          maxLength={1_000}
          autosize
          minRows={2}
        />
      </Form>
    </Card>
  );
}
