import { Button, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { Loaded } from '../../components/loaded';
import { Empty, Page } from '../../components/page';
import { useScope } from '../../session';
import { ChannelCard } from './channel-card';
import { ReleaseTable } from './release-table';
import { channelsQuery } from './releases-data';

/** The channels of a project with what they serve, and its releases. */
export function ReleasesPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const canManage = useScope('releases:manage');
  const channels = useQuery(channelsQuery(id));
  const publish = canManage && (
    <Button component={Link} to={`/projects/${id}/releases/publish`}>
      {t('releases.publish')}
    </Button>
  );
  return (
    <Page
      title={t('nav.releases')}
      hint={t('releases.hint')}
      actions={
        <Group gap="xs">
          <Button component={Link} to={`/projects/${id}/releases/delivery`} variant="default">
            {t('delivery.title')}
          </Button>
          {publish}
        </Group>
      }
    >
      <Stack gap="sm" component="section" aria-label={t('releases.channels')}>
        <Title order={2} size="h4">
          {t('releases.channels')}
        </Title>
        <Loaded query={channels}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={t('releases.empty')}>{t('releases.emptyHint')}</Empty>
            ) : (
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                {list.map((channel) => (
                  <ChannelCard key={channel.name} projectId={id} channel={channel} />
                ))}
              </SimpleGrid>
            )
          }
        </Loaded>
      </Stack>
      <ReleaseTable key={id} projectId={id} />
    </Page>
  );
}
