import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { Loading } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { Time } from '../../components/time';
import { TableWithActions } from '../../components/table-with-actions';
import { deliveriesQuery } from './queries';

/** Lists the messages that were sent to a webhook, and those that wait, newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation();
  const deliveries = useInfiniteQuery(deliveriesQuery(webhookId));
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  if (deliveries.isPending) return <Loading />;
  if (deliveries.error) return <ProblemAlert error={deliveries.error} retry={() => void deliveries.refetch()} />;
  if (rows.length === 0) return <Text c="dimmed">{t('webhooks.noDeliveries')}</Text>;
  return (
    <>
      <TableWithActions
        columns={[t('webhooks.event'), t('webhooks.status'), t('webhooks.attempts'), t('webhooks.time')]}
      >
        {rows.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} webhookId={webhookId} />
        ))}
      </TableWithActions>
      {deliveries.hasNextPage && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </Group>
      )}
    </>
  );
}

function Row({ delivery, webhookId }: { delivery: Schemas['Delivery']; webhookId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const redeliver = useMutation({
    mutationFn: async () =>
      bodyOf(await api.POST('/api/v1/deliveries/{id}/redeliver', { params: { path: { id: delivery.id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesQuery(webhookId).queryKey }),
  });
  const statuses = {
    pending: t('webhooks.pending'),
    delivered: t('webhooks.delivered'),
    failed: t('webhooks.failed'),
  };
  const errors = {
    timeout: t('webhooks.errors.timeout'),
    unreachable: t('webhooks.errors.unreachable'),
    address_not_allowed: t('webhooks.errors.addressNotAllowed'),
    redirect: t('webhooks.errors.redirect'),
    status: t('webhooks.errors.status'),
    secret_unreadable: t('webhooks.errors.secretUnreadable'),
  };
  const { status, event, attempts, error, responseStatus, nextAttemptAt, createdAt } = delivery;
  return (
    <Table.Tr>
      <Table.Td>{event}</Table.Td>
      <Table.Td>
        <Badge
          variant={status === 'pending' ? 'default' : 'light'}
          color={status === 'failed' ? 'red' : 'teal'}
          autoContrast
        >
          {statuses[status]}
        </Badge>
        <Text size="xs" c="dimmed">
          {[error === null ? undefined : errors[error], responseStatus].filter(Boolean).join(' · ')}
        </Text>
        {status === 'pending' && attempts > 0 && nextAttemptAt !== null && (
          <Text size="xs" c="dimmed">
            {t('webhooks.next')} <Time value={nextAttemptAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>{attempts}</Table.Td>
      <Table.Td>
        <Time value={createdAt} />
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-xs"
          variant="default"
          loading={redeliver.isPending}
          onClick={() => redeliver.mutate()}
          aria-label={t('webhooks.redeliverOf', { event })}
        >
          {t('webhooks.redeliver')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
