import { Anchor, Button, Card, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../api/client';
import { projectsQuery } from '../api/queries';
import { useLazyDialog } from '../components/lazy-dialog';
import { Loaded } from '../components/loaded';
import { Empty, Page } from '../components/page';
import { ProjectMark } from '../components/project-mark';
import { languageName } from '../languages';
import { useScope } from '../session';

const loadCreateProject = () => import('./create-project').then(({ CreateProject }) => CreateProject);

export function ProjectsPage() {
  // Most people go on to a project and its keys.
  useEffect(() => {
    void import('./project/index');
    void import('./keys/index');
  }, []);
  const { t } = useTranslation();
  const { show, open } = useLazyDialog(loadCreateProject);
  const projects = useInfiniteQuery({ ...projectsQuery, select: ({ pages }) => pages.flatMap(({ items }) => items) });
  const canCreate = useScope('projects:write');
  const create = canCreate && <Button onClick={open}>{t('projects.create')}</Button>;
  return (
    <Page title={t('nav.projects')} actions={projects.data?.length === 0 ? undefined : create}>
      <Loaded query={projects}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('projects.empty')} action={create}>
              {t('projects.emptyHint')}
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
              {list.map((project) => (
                <ProjectCard key={project.id} project={project} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      {projects.hasNextPage && (
        <Button
          variant="default"
          loading={projects.isFetchingNextPage}
          onClick={() => void projects.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          {t('projects.more')}
        </Button>
      )}
      {show({})}
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
        <Group gap="sm" wrap="nowrap" align="start">
          <ProjectMark project={project} />
          <div style={{ minWidth: 0, flex: 1 }}>
            <Anchor component={Link} to={`/projects/${project.id}`} fw={600} style={{ overflowWrap: 'anywhere' }}>
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
                  {new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(
                    percent / 100,
                  )}
                </Text>
              </Group>
              <Progress.Root size="sm">
                <Progress.Section value={percent} aria-label={t('projects.progress', { name })} />
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
