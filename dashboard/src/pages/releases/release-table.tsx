import { Anchor, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Loading } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { formatSize } from '../../components/size';
import { Time } from '../../components/time';
import { ReleaseAuthor } from './release-author';
import { type Release, releasesQuery } from './releases-data';

/** The releases of a project, the newest first. */
export function ReleaseTable({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const releases = useInfiniteQuery(releasesQuery(projectId));
  const list = releases.data?.pages.flatMap((page) => page.releases) ?? [];
  return (
    <Stack gap="sm" component="section" aria-label={t('releases.list')}>
      <Title order={2} size="h4">
        {t('releases.list')}
      </Title>
      {releases.isPending && <Loading />}
      {releases.error && <ProblemAlert error={releases.error} retry={() => void releases.refetch()} />}
      {releases.data && list.length === 0 && <Text c="dimmed">{t('releases.none')}</Text>}
      {list.length > 0 && <Releases projectId={projectId} releases={list} />}
      {releases.hasNextPage && (
        <Button
          variant="default"
          loading={releases.isFetchingNextPage}
          onClick={() => void releases.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          {t('releases.older')}
        </Button>
      )}
    </Stack>
  );
}

function Releases({ projectId, releases }: { projectId: string; releases: readonly Release[] }) {
  const { t } = useTranslation();
  const columns = ['release', 'channel', 'time', 'by', 'format', 'size'].map((name) => t(`releases.${name}`));
  return (
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {releases.map((release) => (
            <Row key={release.id} projectId={projectId} release={release} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ projectId, release }: { projectId: string; release: Release }) {
  const { t, i18n } = useTranslation();
  const { id, revision, channel, channels, format, languages, fileCount, bytes, createdAt } = release;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/projects/${projectId}/releases/${id}`} fw={600} size="sm">
          {t('changes.revision', { revision })}
        </Anchor>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {channel}
        {channels.length > 0 && (
          <Group gap={4}>
            {channels.map((name) => (
              <Badge key={name} size="sm" variant="default" tt="none">
                {t('releases.servedBy', { name })}
              </Badge>
            ))}
          </Group>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time value={createdAt} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <ReleaseAuthor release={release} />
      </Table.Td>
      <Table.Td>
        {format}
        <Text size="xs" c="dimmed">
          {t('releases.languages', { count: languages.length })}
        </Text>
      </Table.Td>
      <Table.Td>
        {formatSize(bytes, i18n.language)}
        <Text size="xs" c="dimmed">
          {t('releases.files', { count: fileCount })}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
