import '../../components/changes.css';
import { Button, Group, ScrollArea, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChangeHeading } from '../../components/change-heading';
import { Loading } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { useScope } from '../../session';
import { changesQuery } from '../history/history-data';

/** Lists the changes of a project after one revision up to another, the newest first, each with a link to what it did. */
export function ChangesBetween({ projectId, after, upTo }: { projectId: string; after: number; upTo: number }) {
  const { t } = useTranslation();
  const canRead = useScope('translations:read');
  const changes = useInfiniteQuery({
    ...changesQuery(projectId, { since: String(after + 1), until: String(upTo) }),
    enabled: canRead,
  });
  const list = changes.data?.pages.flatMap((page) => page.changes) ?? [];
  if (!canRead) return <Text c="dimmed">{t('export.notAllowed')}</Text>;
  if (changes.isPending) return <Loading />;
  if (changes.error) return <ProblemAlert error={changes.error} retry={() => void changes.refetch()} />;
  return (
    <>
      <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0 }}>
        <ul className="changes">
          {list.map((change) => (
            <li key={change.revision}>
              <ChangeHeading change={change} projectId={projectId} />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {changes.hasNextPage ? (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={changes.isFetchingNextPage}
            onClick={() => void changes.fetchNextPage()}
          >
            {t('history.older')}
          </Button>
        </Group>
      ) : (
        list.length < upTo - after && (
          <Text size="sm" c="dimmed">
            {t('releases.changesPruned', { count: upTo - after - list.length })}
          </Text>
        )
      )}
    </>
  );
}
