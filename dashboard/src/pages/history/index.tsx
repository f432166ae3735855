import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { projectQuery } from '../../api/queries';
import { Activity } from '../../components/activity';
import { Loaded } from '../../components/loaded';
import { Empty, Loading, Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { type Reversal, ReversalDialog } from '../../components/reversal-dialog';
import { useMayUndo, useScope } from '../../session';
import { Filters, filterOf } from './filters';
import { type Change, changesQuery } from './history-data';

export function HistoryPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  return (
    <Page title={t('nav.history')} hint={t('history.hint')}>
      <Loaded query={project}>{(found) => <History key={id} project={found} />}</Loaded>
    </Page>
  );
}

function History({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const filter = filterOf(address);
  const changes = useInfiniteQuery(changesQuery(project.id, filter));
  const list = changes.data?.pages.flatMap((page) => page.changes) ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Stack>
      <Filters project={project} changes={list} />
      {changes.isPending && <Loading />}
      {changes.error && <ProblemAlert error={changes.error} retry={() => void changes.refetch()} />}
      {changes.data && list.length === 0 && (
        <Empty title={isFiltered ? t('history.nothingFound') : t('history.empty')}>
          {isFiltered ? t('history.nothingFoundHint') : t('history.emptyHint')}
        </Empty>
      )}
      <Changes project={project} changes={list} />
      {changes.hasNextPage && (
        <Button
          variant="default"
          loading={changes.isFetchingNextPage}
          onClick={() => void changes.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          {t('history.older')}
        </Button>
      )}
    </Stack>
  );
}

/** Changes under the days on which they were made. */
function Changes({ project, changes }: { project: Schemas['ProjectDetails']; changes: readonly Change[] }) {
  const { t, i18n } = useTranslation();
  const canWrite = useScope('translations:write');
  const [reversal, setReversal] = useState<Reversal>();
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' });
  const days = Map.groupBy(changes, ({ at }) => day.format(new Date(at)));
  return (
    <>
      {[...days].map(([name, ofDay]) => (
        <section key={name}>
          <Title order={2} size="h5" mb="xs">
            {name}
          </Title>
          <Activity
            projectId={project.id}
            changes={ofDay}
            actionsOf={(change) => canWrite && <Actions change={change} project={project} onReverse={setReversal} />}
          />
        </section>
      ))}
      {!canWrite && changes.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('history.readOnly')}
        </Text>
      )}
      <ReversalDialog projectId={project.id} reversal={reversal} onClose={() => setReversal(undefined)} />
    </>
  );
}

function Actions({
  change: { revision, languages },
  project,
  onReverse,
}: {
  change: Change;
  project: Schemas['ProjectDetails'];
  onReverse: (reversal: Reversal) => void;
}) {
  const { t } = useTranslation();
  const mayUndo = useMayUndo();
  return (
    <Group gap="xs" className="change-actions">
      {mayUndo(languages) && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('changes.undoTitle', { revision })}
          onClick={() => onReverse({ undo: revision })}
        >
          {t('changes.undo')}
        </Button>
      )}
      {revision < project.revision && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('changes.restoreTitle', { revision })}
          onClick={() => onReverse({ restore: revision })}
        >
          {t('changes.restore')}
        </Button>
      )}
    </Group>
  );
}
