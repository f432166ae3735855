import './project.css';
import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { findingCountsQuery, namespaceStatisticsQuery, projectQuery } from '../../api/queries';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { languageName } from '../../languages';
import { useScope } from '../../session';
import { useUnfinishedImports } from '../import/unfinished-imports';
import { Assigned } from './assigned';
import { ChangesSince } from './changes-since';
import { FirstImport } from './first-import';
import { LanguageTable } from './language-table';
import { NamespaceTable } from './namespace-table';

/** What there is to do in a project, and what has changed since the person was last here. */
export function ProjectPage() {
  const { id = '' } = useParams();
  return <Loaded query={useQuery(projectQuery(id))}>{(project) => <Overview key={id} project={project} />}</Loaded>;
}

function Overview({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t, i18n } = useTranslation();
  const statistics = useQuery(namespaceStatisticsQuery(project.id));
  const canReadTexts = useScope('translations:read');
  const { data: findings } = useQuery({ ...findingCountsQuery(project.id), enabled: canReadTexts });
  return (
    <Page title={project.name}>
      <Loaded query={statistics}>
        {(numbers) =>
          numbers.keys === 0 ? (
            <FirstImport project={project} />
          ) : (
            <div className="overview">
              <Stack gap="lg" miw={0}>
                <Text size="sm" c="dimmed">
                  {t('projects.keys', { count: numbers.keys })} · {t('overview.words', { count: numbers.words })} ·{' '}
                  {languageName(project.sourceLanguage, i18n.language)}
                </Text>
                <UnfinishedImports projectId={project.id} />
                <LanguageTable project={project} statistics={numbers} findings={findings?.counts} />
                {canReadTexts && <Assigned project={project} />}
              </Stack>
              <div className="overview-changes">
                <ChangesSince projectId={project.id} revision={numbers.revision} />
              </div>
              <div className="overview-wide">
                <NamespaceTable project={project} statistics={numbers} findings={findings?.namespaces} />
              </div>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function UnfinishedImports({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const count = useUnfinishedImports(projectId);
  if (count === 0) return null;
  return (
    <Text size="sm">
      {t('overview.unfinished', { count })}{' '}
      <Anchor component={Link} to={`/projects/${projectId}/import`} size="sm">
        {t('overview.goOn')}
      </Anchor>
    </Text>
  );
}
