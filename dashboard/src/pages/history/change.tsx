import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { projectQuery } from '../../api/queries';
import { ChangeHeading } from '../../components/change-heading';
import { type ChangeItem, ChangeItemView } from '../../components/change-item';
import { Empty, Loading, Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { type Reversal, ReversalDialog } from '../../components/reversal-dialog';
import { useMayUndo, useScope } from '../../session';
import { changeQuery } from './history-data';

/** One change with all that it did. */
export function ChangePage() {
  const { t } = useTranslation();
  const { id = '', revision = '' } = useParams();
  const details = useInfiniteQuery(changeQuery(id, revision));
  const items = details.data?.pages.flatMap((page) => page.items) ?? [];
  const change = details.data?.pages[0]?.change;
  return (
    <Page title={t('changes.revision', { revision })} actions={change && <Actions projectId={id} change={change} />}>
      <Anchor component={Link} to={`/projects/${id}/history`} size="sm">
        {t('history.back')}
      </Anchor>
      {details.isPending && <Loading />}
      {details.error && <ProblemAlert error={details.error} retry={() => void details.refetch()} />}
      {change && <ChangeHeading change={change} projectId={id} isLink={false} />}
      {details.data && items.length === 0 && !details.hasNextPage && (
        <Empty title={t('history.noItems')}>{t('history.noItemsHint')}</Empty>
      )}
      <Items projectId={id} items={items} />
      {details.hasNextPage && (
        <Button
          variant="default"
          loading={details.isFetchingNextPage}
          onClick={() => void details.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          {t('history.moreItems')}
        </Button>
      )}
    </Page>
  );
}

function Actions({ projectId, change }: { projectId: string; change: Schemas['Change'] }) {
  const { revision, languages } = change;
  const { t } = useTranslation();
  const canWrite = useScope('translations:write');
  const mayUndo = useMayUndo();
  const project = useQuery(projectQuery(projectId));
  const [reversal, setReversal] = useState<Reversal>();
  if (!canWrite) return null;
  return (
    <Group gap="xs">
      {mayUndo(languages) && (
        <Button variant="default" onClick={() => setReversal({ undo: revision })}>
          {t('changes.undo')}
        </Button>
      )}
      {project.data && revision < project.data.revision && (
        <Button variant="default" onClick={() => setReversal({ restore: revision })}>
          {t('changes.restore')}
        </Button>
      )}
      <ReversalDialog projectId={projectId} reversal={reversal} onClose={() => setReversal(undefined)} />
    </Group>
  );
}

/** The items of a change, by key. */
function Items({ projectId, items }: { projectId: string; items: readonly ChangeItem[] }) {
  const keys = Map.groupBy(items, ({ keyId }) => keyId);
  return (
    <Stack gap="md">
      {[...keys].map(([keyId, ofKey]) => (
        <section key={keyId} className="change-key">
          <Title order={2} size="sm" className="key-name" mb={6}>
            <Anchor component={Link} to={`/projects/${projectId}/keys/${keyId}`} inherit>
              {ofKey[0]?.name}
            </Anchor>
          </Title>
          {ofKey.map((item) => (
            <ChangeItemView key={item.language ?? ''} item={item} />
          ))}
        </section>
      ))}
    </Stack>
  );
}
