import { Select, Switch } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Form } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { type Channel, refreshReleases } from './releases-data';

/** The intervals that are offered, in seconds: from the least to the greatest that the API takes. */
const INTERVALS = [10, 60, 300, 900, 3_600, 21_600, 86_400];

const DEFAULT_INTERVAL = 60;

const UNITS = [
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** Writes a number of seconds in a language, with the largest unit that needs no fraction. */
export function formatSeconds(seconds: number, language: string): string {
  const [size, unit] = UNITS.find(([length]) => seconds % length === 0) ?? UNITS[2];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

/** Chooses whether a channel serves each change of the project by itself. */
export function FollowForm({
  projectId,
  channel,
  onClose,
}: {
  projectId: string;
  channel: Channel;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [auto, setAuto] = useInputState(channel.auto);
  const [interval, setInterval] = useState(channel.interval ?? DEFAULT_INTERVAL);
  const intervals = [...new Set([...INTERVALS, interval])].sort((one, other) => one - other);
  return (
    <Form
      submit={t('save')}
      send={async () => {
        const params = { path: { id: projectId, name: channel.name } };
        const body = { auto, ...(auto && { interval }) };
        return bodyOf(await api.PUT('/api/v1/projects/{id}/channels/{name}', { params, body }));
      }}
      onDone={async () => {
        onClose();
        await sayWhenShown(t('releases.channelSaved', { name: channel.name }), refreshReleases(client, projectId));
      }}
      onCancel={onClose}
      isComplete={auto !== channel.auto || (auto && interval !== channel.interval)}
    >
      <Switch label={t('releases.auto')} description={t('releases.autoHint')} checked={auto} onChange={setAuto} />
      <Select
        label={t('releases.interval')}
        description={t('releases.intervalHint')}
        data={intervals.map((seconds) => ({
          value: String(seconds),
          label: formatSeconds(seconds, i18n.language),
        }))}
        value={String(interval)}
        onChange={(value) => value !== null && setInterval(Number(value))}
        disabled={!auto}
        allowDeselect={false}
      />
    </Form>
  );
}
