import { Alert, Button, Card, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { api, bodyOf, type Schemas } from '../api/client';
import { projectQuery, projectsQuery } from '../api/queries';
import { ConfirmByName, Form } from '../components/dialog';
import { LanguagesSelect } from '../components/language-select';
import { Loaded } from '../components/loaded';
import { Page } from '../components/page';
import { sayWhenShown } from '../components/say-when-shown';
import { languageName } from '../languages';
import { useScope } from '../session';

export function ProjectSettingsPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  const canWrite = useScope('projects:write');
  return (
    <Page title={t('settings.title')}>
      <Loaded query={project}>
        {(data) =>
          canWrite ? (
            <>
              <Details key={data.id} project={data} />
              <DeleteProject project={data} />
            </>
          ) : (
            <Alert color="gray">{t('settings.readOnly')}</Alert>
          )
        }
      </Loaded>
    </Page>
  );
}

/** The fields that the person has changed. Only these are sent: others may change the other fields meanwhile. */
type Edits = Pick<Schemas['ChangeProject'], 'name' | 'protectReviewed' | 'styleNote'> & {
  addLanguages: string[];
  removeLanguages: string[];
};

const NO_EDITS: Edits = { addLanguages: [], removeLanguages: [] };

function Details({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  const edit = (edited: Partial<Edits>) => setEdits((before) => ({ ...before, ...edited }));
  const { name = project.name, protectReviewed = project.protectReviewed, styleNote = project.styleNote } = edits;
  const addLanguages = edits.addLanguages.filter((tag) => !project.targetLanguages.includes(tag));
  const removeLanguages = edits.removeLanguages.filter((tag) => project.targetLanguages.includes(tag));
  const removedTexts = project.languages
    .filter(({ language }) => removeLanguages.includes(language))
    .reduce((sum, { translated }) => sum + translated, 0);
  const params = { path: { id: project.id } };
  const isChanged =
    name !== project.name ||
    protectReviewed !== project.protectReviewed ||
    (styleNote ?? '') !== (project.styleNote ?? '') ||
    addLanguages.length + removeLanguages.length > 0;
  return (
    <Card withBorder maw={640}>
      <Form
        submit={t('save')}
        send={async () => {
          const body = { ...edits, addLanguages, removeLanguages };
          return bodyOf(await api.PATCH('/api/v1/projects/{id}', { params, body })).project;
        }}
        onDone={async (changed) => {
          setEdits(NO_EDITS);
          client.setQueryData(projectQuery(project.id).queryKey, changed);
          await sayWhenShown(t('settings.saved'), client.invalidateQueries({ queryKey: projectsQuery.queryKey }));
        }}
        isComplete={isChanged && name.trim() !== ''}
      >
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

function DeleteProject({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Card withBorder maw={640}>
      <Stack gap="sm" align="start">
        <Title order={2} size="h4">
          {t('settings.delete')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('settings.deleteHint', { count: project.stringCount })}
        </Text>
        <Button color="red" variant="outline" onClick={open}>
          {t('settings.delete')}
        </Button>
      </Stack>
      <ConfirmByName
        name={project.name}
        opened={isOpen}
        onClose={close}
        action={t('settings.delete')}
        send={async () => bodyOf(await api.DELETE('/api/v1/projects/{id}', { params: { path: { id: project.id } } }))}
        onDone={async () => {
          await navigate('/projects');
          client.removeQueries({ queryKey: ['project', project.id] });
          await sayWhenShown(
            t('settings.deleted', { name: project.name }),
            client.invalidateQueries({ queryKey: projectsQuery.queryKey }),
          );
        }}
      >
        <Text size="sm">{t('settings.deleteHint', { count: project.stringCount })}</Text>
      </ConfirmByName>
    </Card>
  );
}
