import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Dialog, Form } from '../../components/dialog';
import { Loading } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { sayWhenShown } from '../../components/say-when-shown';
import { formatTime } from '../../components/time';
import { type Channel, refreshReleases, releasesQuery } from './releases-data';
import { ServedDifference } from './served-difference';

/** Lets a channel serve another release, an earlier one for instance, after telling what that changes. */
export function ServeDialog({ opened, ...props }: ServeProps & { opened: boolean }) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      size="lg"
      title={t('releases.serveOtherOf', { name: props.channel.name })}
    >
      <Serve {...props} />
    </Dialog>
  );
}

interface ServeProps {
  projectId: string;
  channel: Channel;
  onClose: () => void;
}

function Serve({ projectId, channel, onClose }: ServeProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const releases = useInfiniteQuery(releasesQuery(projectId));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [staysAuto, setStaysAuto] = useState(false);
  if (releases.isPending) return <Loading />;
  if (releases.error) return <ProblemAlert error={releases.error} retry={() => void releases.refetch()} />;
  const { name, release: served, auto } = channel;
  const others = releases.data.pages.flatMap((page) => page.releases).filter(({ id }) => id !== served.id);
  const chosen = others.find(({ id }) => id === chosenId);
  if (others.length === 0) return <Text>{t('releases.noOthers')}</Text>;
  return (
    <Form
      submit={t('releases.serve')}
      send={async () => {
        const params = { path: { id: projectId, name } };
        const body = { release: chosen?.id, auto: auto && staysAuto };
        return bodyOf(await api.PUT('/api/v1/projects/{id}/channels/{name}', { params, body }));
      }}
      onDone={async () => {
        onClose();
        await sayWhenShown(
          t('releases.serves', { name, revision: chosen?.revision }),
          refreshReleases(client, projectId),
        );
      }}
      onCancel={onClose}
      isComplete={chosen !== undefined}
    >
      <Group align="end" gap="xs">
        <Select
          label={t('releases.release')}
          placeholder={t('releases.choose')}
          data={others.map(({ id, revision, createdAt, channel: of }) => ({
            value: id,
            label: [t('changes.revision', { revision }), formatTime(createdAt, i18n.language), of].join(' · '),
          }))}
          value={chosenId}
          onChange={setChosenId}
          allowDeselect={false}
          style={{ flex: '1 1 260px' }}
          data-autofocus
        />
        {releases.hasNextPage && (
          <Button variant="default" loading={releases.isFetchingNextPage} onClick={() => void releases.fetchNextPage()}>
            {t('releases.older')}
          </Button>
        )}
      </Group>
      {chosen && (
        <Stack gap="sm" role="status">
          <ServedDifference projectId={projectId} channel={channel} chosen={chosen} />
        </Stack>
      )}
      {auto && (
        <Switch
          label={t('releases.staysAuto')}
          description={t('releases.staysAutoHint')}
          checked={staysAuto}
          onChange={(event) => setStaysAuto(event.currentTarget.checked)}
        />
      )}
    </Form>
  );
}
