import './releases.css';
import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { formatsQuery } from '../../api/queries';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { formatSize } from '../../components/size';
import { Time } from '../../components/time';
import { FileTable } from './file-table';
import { ReleaseAuthor } from './release-author';
import { releaseQuery, type ReleaseWithFiles } from './releases-data';

/** One release with its options, its files and their addresses. */
export function ReleasePage() {
  const { t } = useTranslation();
  const { id = '', releaseId = '' } = useParams();
  const release = useQuery(releaseQuery(id, releaseId));
  const revision = release.data?.revision;
  return (
    <Page title={revision === undefined ? t('releases.release') : t('releases.ofRevision', { revision })}>
      <Anchor component={Link} to={`/projects/${id}/releases`} size="sm">
        {t('releases.back')}
      </Anchor>
      <Loaded query={release}>
        {(found) => (
          <>
            <Details projectId={id} release={found} />
            <FileTable projectId={id} release={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Details({ projectId, release }: { projectId: string; release: ReleaseWithFiles }) {
  const { t, i18n } = useTranslation();
  const { data: formats = [] } = useQuery(formatsQuery);
  const { revision, channel, channels, format, perNamespace, fallback, minState, createdAt, bytes } = release;
  const details = [
    [t('releases.channel'), channel],
    [
      t('export.revision'),
      <Anchor key="revision" component={Link} to={`/projects/${projectId}/history/${revision}`} inherit>
        {revision}
      </Anchor>,
    ],
    [t('releases.time'), <Time key="time" value={createdAt} />],
    [t('releases.by'), <ReleaseAuthor key="by" release={release} />],
    [t('releases.format'), formats.find(({ id }) => id === format)?.name ?? format],
    [t('releases.division'), t(perNamespace ? 'releases.perNamespace' : 'releases.perLanguage')],
    [t('releases.fallback'), t(`releases.fallbacks.${fallback}`)],
    [t('export.minState'), minState === null ? t('export.anyState') : t(`states.${minState}`)],
    [t('releases.size'), formatSize(bytes, i18n.language)],
  ] as const;
  return (
    <Card withBorder maw={640}>
      <Stack gap="sm">
        <Group gap={6}>
          {channels.map((name) => (
            <Badge key={name} variant="default" tt="none">
              {t('releases.servedBy', { name })}
            </Badge>
          ))}
          {channels.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('releases.servedByNone')}
            </Text>
          )}
        </Group>
        <dl className="release-details">
          {details.map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </Stack>
    </Card>
  );
}
