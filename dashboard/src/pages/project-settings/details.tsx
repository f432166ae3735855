import { Alert, Button, Card, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { projectQuery, projectsQuery } from '../../api/queries';
import { FieldConflict } from '../../components/field-conflict';
import { LanguagesSelect } from '../../components/language-select';
import { ProblemAlert } from '../../components/problem-alert';
import { sayWhenShown } from '../../components/say-when-shown';
import { languageName } from '../../languages';
import {
  changedFields,
  changedLanguages,
  conflictsOf,
  type Editing,
  type Edits,
  NO_EDITS,
  onTheirs,
  saveDetails,
  withEdits,
  withoutSaved,
  withTheirs,
} from './save-details';

/** The fields of a project. */
export function Details({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [editing, setEditing] = useState(NO_EDITS);
  const { edits } = editing;
  const edit = (edited: Partial<Edits>) => setEditing((before) => withEdits(before, edited, project));
  const save = useMutation({
    meta: { shownByPage: true },
    mutationFn: (sent: Editing) => saveDetails(project.id, sent),
    onSuccess: async ({ project: read, isSaved }, sent) => {
      client.setQueryData(projectQuery(read.id).queryKey, read);
      if (!isSaved) return;
      setEditing((now) => withoutSaved(now, sent, read));
      await sayWhenShown(t('settings.saved'), client.invalidateQueries({ queryKey: projectsQuery.queryKey }));
    },
  });
  const { name = project.name, protectReviewed = project.protectReviewed, styleNote = project.styleNote } = edits;
  const { addLanguages, removeLanguages } = changedLanguages(edits, project);
  const removedTexts = project.languages
    .filter(({ language }) => removeLanguages.includes(language))
    .reduce((sum, { translated }) => sum + translated, 0);
  const isChanged = Object.keys(changedFields(editing)).length > 0 || addLanguages.length + removeLanguages.length > 0;
  const theirs = save.data?.isSaved === false ? save.data.project : undefined;
  const conflicts = theirs ? conflictsOf(editing, theirs) : [];
  const hasConflict = theirs !== undefined && conflicts.length > 0;
  const saveMine = () => {
    if (!theirs) return;
    const mine = onTheirs(editing, theirs, conflicts);
    setEditing(mine);
    save.mutate(mine);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(editing);
  };
  return (
    <Card withBorder maw={640}>
      <form onSubmit={onSubmit}>
        <Stack>
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
          {save.error && <ProblemAlert error={save.error} />}
          {hasConflict && (
            <FieldConflict
              title={t('settings.conflict')}
              fields={conflicts.map((field) => ({
                name: t(field === 'name' ? 'projects.name' : 'settings.styleNote'),
                theirs: String(theirs[field] ?? ''),
                mine: String(edits[field] ?? ''),
              }))}
            >
              <Group gap="xs" mt="sm">
                <Button size="xs" onClick={saveMine} disabled={name.trim() === ''}>
                  {t('key.keepMine')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setEditing(withTheirs(editing, conflicts));
                    save.reset();
                  }}
                >
                  {t('key.takeTheirs')}
                </Button>
              </Group>
            </FieldConflict>
          )}
          {!hasConflict && (
            <Group justify="end">
              <Button type="submit" loading={save.isPending} disabled={!isChanged || name.trim() === ''}>
                {t('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  );
}
