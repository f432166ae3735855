import { Anchor, Badge, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf } from '../../api/client';
import { ActionsMenu } from '../../components/actions-menu';
import { errorCodeText } from '../../components/answer';
import { Confirm, Dialog } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { formatSize } from '../../components/size';
import { Time } from '../../components/time';
import { useScope } from '../../session';
import { FollowForm, formatSeconds } from './follow-form';
import { ReleaseAuthor } from './release-author';
import { type Channel, refreshReleases, releaseQuery } from './releases-data';
import { ServeDialog } from './serve-dialog';

/** A channel with what it serves, and all that can be done with it. */
export function ChannelCard({ projectId, channel }: { projectId: string; channel: Channel }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const canManage = useScope('releases:manage');
  const [dialog, setDialog] = useState<'follow' | 'serve' | 'delete'>();
  const close = () => setDialog(undefined);
  const { name, interval, refused } = channel;
  const path = `/projects/${projectId}/releases`;
  return (
    <Card withBorder component="article" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="start">
          <Title order={3} size="h5" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {name}
          </Title>
          {canManage && (
            <ActionsMenu of={name}>
              <Menu.Item component={Link} to={`${path}/publish?channel=${encodeURIComponent(name)}`}>
                {t('releases.publish')}
              </Menu.Item>
              <Menu.Item onClick={() => setDialog('serve')}>{t('releases.serveOther')}</Menu.Item>
              <Menu.Item onClick={() => setDialog('follow')}>{t('releases.follow')}</Menu.Item>
              <Menu.Item onClick={() => setDialog('delete')}>{t('releases.deleteChannel')}</Menu.Item>
            </ActionsMenu>
          )}
        </Group>
        <Served projectId={projectId} channel={channel} />
        {refused && interval !== null && (
          <Text size="sm" c="red">
            {t(refused.code === 'checks_failed' ? 'releases.revisionFailsChecks' : 'releases.revisionRefused', {
              revision: refused.revision,
              reason: errorCodeText(refused.code),
              time: formatSeconds(interval, i18n.language),
            })}
          </Text>
        )}
        <Group gap="xs" justify="space-between">
          <Badge variant="default" tt="none">
            {interval === null
              ? t('releases.followsNot')
              : t('releases.followsEvery', { time: formatSeconds(interval, i18n.language) })}
          </Badge>
          <Anchor component={Link} to={`${path}/delivery?channel=${encodeURIComponent(name)}`} size="sm">
            {t('delivery.addresses')}
          </Anchor>
        </Group>
      </Stack>
      <Dialog opened={dialog === 'follow'} onClose={close} title={t('releases.followOf', { name })}>
        <FollowForm projectId={projectId} channel={channel} onClose={close} />
      </Dialog>
      <ServeDialog projectId={projectId} channel={channel} opened={dialog === 'serve'} onClose={close} />
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        action={t('releases.deleteChannel')}
        send={async () => {
          const params = { path: { id: projectId, name } };
          return bodyOf(await api.DELETE('/api/v1/projects/{id}/channels/{name}', { params }));
        }}
        onDone={async () => {
          close();
          await sayWhenShown(t('releases.channelDeleted', { name }), refreshReleases(client, projectId));
        }}
        color="red"
      >
        <Text style={{ overflowWrap: 'anywhere' }}>{t('releases.deleteQuestion', { name })}</Text>
      </Confirm>
    </Card>
  );
}

/** The release that a channel serves: its revision, time, author and size. */
function Served({ projectId, channel: { release } }: { projectId: string; channel: Channel }) {
  const { t, i18n } = useTranslation();
  const { data: details } = useQuery(releaseQuery(projectId, release.id));
  return (
    <div>
      <Anchor component={Link} to={`/projects/${projectId}/releases/${release.id}`} fw={600}>
        {t('changes.revision', { revision: release.revision })}
      </Anchor>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <Time value={release.createdAt} />
        {details && (
          <>
            {' · '}
            <ReleaseAuthor release={details} />
            {' · '}
            {t('releases.files', { count: details.fileCount })} · {formatSize(details.bytes, i18n.language)}
          </>
        )}
      </Text>
    </div>
  );
}
