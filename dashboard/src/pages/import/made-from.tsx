import { Alert, Button, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime, Time } from '../../components/time';
import { changesQuery } from '../history/history-data';
import type { LikelyBase } from './import-file';

/** The choice of the revision that a file was made from: one of the last changes, or of those up to a revision that is typed. */
export function MadeFrom({
  projectId,
  value,
  onChange,
  disabled,
}: {
  projectId: string;
  value: number | null;
  onChange: (revision: number | null) => void;
  disabled: boolean;
}) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const typed = /^\d{1,15}$/.exec(search.trim())?.[0];
  const until = typed ?? (value === null ? undefined : String(value));
  const { data } = useInfiniteQuery({
    ...changesQuery(projectId, until === undefined ? {} : { until }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const latest = useInfiniteQuery(changesQuery(projectId, {}));
  const changes = [latest.data, data].flatMap((found) => found?.pages.flatMap((page) => page.changes) ?? []);
  const labels = new Map(
    changes.map(({ revision, at, action }) => [
      revision,
      `${revision} · ${formatTime(at, i18n.language)} · ${t(`changes.actions.${action.replace('.', '_')}`)}`,
    ]),
  );
  if (value !== null && !labels.has(value)) labels.set(value, String(value));
  return (
    <Select
      label={t('import.madeFrom')}
      description={t('import.madeFromHint')}
      placeholder={t('import.notKnown')}
      data={[...labels]
        .sort(([one], [other]) => other - one)
        .map(([revision, label]) => ({ value: String(revision), label }))}
      value={value === null ? null : String(value)}
      onChange={(revision) => onChange(revision === null ? null : Number(revision))}
      onSearchChange={setSearch}
      nothingFoundMessage={t('import.noRevision')}
      disabled={disabled}
      searchable
      clearable
    />
  );
}

/** Says that a file is older than the project, and offers the merge. */
export function MergeOffer({
  base,
  projectId,
  isBusy,
  onAnswer,
}: {
  base: LikelyBase;
  projectId: string;
  isBusy: boolean;
  /** @param base null: the file is imported without a merge */
  onAnswer: (base: number | null) => void;
}) {
  const { t } = useTranslation();
  const { revision, sameTexts, sameTextsNow } = base;
  const { data } = useInfiniteQuery({ ...changesQuery(projectId, { until: String(revision) }), retry: false });
  const at = data?.pages[0]?.changes.find((change) => change.revision === revision)?.at;
  return (
    <Alert color="gray" variant="outline" title={t('import.older')} role="alert">
      <Text size="sm">
        {t('import.olderHint', { revision, same: sameTexts, now: sameTextsNow })}{' '}
        {at !== undefined && <Time value={at} />}
      </Text>
      <Text size="sm">{t('import.mergeHint')}</Text>
      <Group mt="sm" gap="xs">
        <Button size="xs" disabled={isBusy} onClick={() => onAnswer(revision)}>
          {t('import.merge', { revision })}
        </Button>
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => onAnswer(null)}>
          {t('import.noMerge')}
        </Button>
      </Group>
    </Alert>
  );
}
