import { Anchor, Button, Card, Group, Modal, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { api, bodyOf, type Schemas } from '../api/client';
import { projectsQuery } from '../api/queries';
import { LanguageSelect, LanguagesSelect } from '../components/language-select';
import { Empty, Loading, Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { languageName } from '../languages';
import { useScope } from '../session';

export function ProjectsPage() {
  const { t } = useTranslation();
  const [isCreating, { open, close }] = useDisclosure();
  const projects = useQuery(projectsQuery);
  const canCreate = useScope('projects:write');
  const create = canCreate && <Button onClick={open}>{t('projects.create')}</Button>;
  return (
    <Page title={t('nav.projects')} actions={projects.data?.length === 0 ? undefined : create}>
      {projects.isPending && <Loading />}
      {projects.error && <ProblemAlert error={projects.error} retry={() => void projects.refetch()} />}
      {projects.data?.length === 0 && (
        <Empty title={t('projects.empty')} action={create}>
          {t('projects.emptyHint')}
        </Empty>
      )}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        {projects.data?.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </SimpleGrid>
      <Modal
        opened={isCreating}
        onClose={close}
        title={t('projects.create')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <CreateProject onCancel={close} />
      </Modal>
    </Page>
  );
}

/** The most languages of a card; more are on the page of the project. */
const MAX_LANGUAGES = 6;

function ProjectCard({ project }: { project: Schemas['ListedProject'] }) {
  const { t, i18n } = useTranslation();
  const languages = Object.entries(project.progress?.languages ?? {}).filter(([tag]) => tag !== project.sourceLanguage);
  return (
    <Card withBorder component="article">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <Anchor component={Link} to={`/projects/${project.id}/keys`} fw={600} style={{ overflowWrap: 'anywhere' }}>
              {project.name}
            </Anchor>
            <Text size="sm" c="dimmed">
              {t('projects.keys', { count: project.stringCount })} ·{' '}
              {languageName(project.sourceLanguage, i18n.language)}
            </Text>
          </div>
        </Group>
        {languages.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('projects.noLanguages')}
          </Text>
        )}
        {languages.slice(0, MAX_LANGUAGES).map(([tag, { percent }]) => {
          const name = languageName(tag, i18n.language);
          return (
            <div key={tag}>
              <Group justify="space-between" mb={2}>
                <Text size="sm">{name}</Text>
                <Text size="sm" c="dimmed">
                  {new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(percent)} %
                </Text>
              </Group>
              <Progress.Root size="sm">
                <Progress.Section value={percent} color="teal" aria-label={t('projects.progress', { name })} />
              </Progress.Root>
            </div>
          );
        })}
        {languages.length > MAX_LANGUAGES && (
          <Text size="sm" c="dimmed">
            {t('projects.moreLanguages', { count: languages.length - MAX_LANGUAGES })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function CreateProject({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [sourceLanguage, setSource] = useState<string | null>('en');
  const [targetLanguages, setTargets] = useState<string[]>([]);
  const create = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () =>
      bodyOf(
        await api.POST('/api/v1/projects', { body: { name, sourceLanguage: sourceLanguage ?? '', targetLanguages } }),
      ).project,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      await navigate(`/projects/${id}/keys`);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack>
        {create.error && <ProblemAlert error={create.error} />}
        <TextInput
          label={t('projects.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
        <LanguageSelect
          label={t('projects.source')}
          description={t('projects.sourceHint')}
          value={sourceLanguage}
          onChange={setSource}
        />
        <LanguagesSelect
          label={t('projects.targets')}
          description={t('projects.targetsHint')}
          value={targetLanguages}
          onChange={setTargets}
          exclude={sourceLanguage === null ? [] : [sourceLanguage]}
        />
        <Group justify="end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || sourceLanguage === null}>
            {t('projects.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
