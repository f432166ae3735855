import { Alert, Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { ActionsMenu } from '../../components/actions-menu';
import { Confirm, Dialog } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { Time } from '../../components/time';
import { Deliveries } from './deliveries';
import { deliveriesQuery, webhooksQuery } from './queries';
import { WebhookForm } from './webhook-form';

/** A webhook with all that can be done with it. */
export function WebhookCard({
  webhook,
  onSecret,
}: {
  webhook: Schemas['Webhook'];
  onSecret: (owner: { name: string; secret: string }) => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'change' | 'rotate' | 'delete'>();
  const [isOpen, { open, toggle }] = useDisclosure();
  const close = () => setDialog(undefined);
  const params = { path: { id: webhook.id } };
  const refresh = async () => {
    close();
    await client.invalidateQueries({ queryKey: webhooksQuery(webhook.projectId).queryKey });
    await client.invalidateQueries({ queryKey: deliveriesQuery(webhook.id).queryKey });
  };
  const test = useMutation({
    mutationFn: async () => bodyOf(await api.POST('/api/v1/webhooks/{id}/test', { params })),
    onSuccess: async () => {
      open();
      await client.invalidateQueries({ queryKey: deliveriesQuery(webhook.id).queryKey });
    },
  });
  const pause = useMutation({
    mutationFn: async (paused: boolean) =>
      bodyOf(await api.PATCH('/api/v1/webhooks/{id}', { params, body: { paused } })),
    onSuccess: refresh,
  });
  return (
    <Card withBorder component="article" aria-label={webhook.url}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="start">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {webhook.url}
          </Title>
          <ActionsMenu of={webhook.url}>
            <Menu.Item onClick={() => setDialog('change')}>{t('webhooks.change')}</Menu.Item>
            <Menu.Item onClick={() => setDialog('rotate')}>{t('webhooks.rotate')}</Menu.Item>
            <Menu.Item onClick={() => setDialog('delete')}>{t('webhooks.delete')}</Menu.Item>
          </ActionsMenu>
        </Group>
        <Group gap="xs">
          <Badge
            variant={webhook.pauseReason === 'requested' ? 'default' : 'light'}
            color={webhook.paused ? 'red' : 'teal'}
            autoContrast
          >
            {webhook.paused ? t('webhooks.paused') : t('webhooks.active')}
          </Badge>
          {webhook.events.map((event) => (
            <Badge key={event} variant="default" tt="none">
              {event}
            </Badge>
          ))}
        </Group>
        {webhook.pausedAt !== null && (
          <Alert color={webhook.pauseReason === 'failing' ? 'red' : 'gray'} variant="outline">
            {webhook.pauseReason === 'failing' ? t('webhooks.pausedFailing') : t('webhooks.pausedRequested')}{' '}
            <Time value={webhook.pausedAt} />
          </Alert>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? t('webhooks.hide') : t('webhooks.deliveries')}
          </Button>
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t('webhooks.test')}
          </Button>
          <Button size="xs" variant="default" loading={pause.isPending} onClick={() => pause.mutate(!webhook.paused)}>
            {webhook.paused ? t('webhooks.resume') : t('webhooks.pause')}
          </Button>
        </Group>
        {isOpen && <Deliveries webhookId={webhook.id} />}
      </Stack>
      <Dialog opened={dialog === 'change'} onClose={close} title={t('webhooks.change')}>
        <WebhookForm
          webhook={webhook}
          submit={t('save')}
          send={async (_, body) => void bodyOf(await api.PATCH('/api/v1/webhooks/{id}', { params, body }))}
          onCancel={close}
          onDone={() => void refresh()}
        />
      </Dialog>
      <Confirm
        opened={dialog === 'rotate'}
        onClose={close}
        action={t('webhooks.rotate')}
        send={async () => bodyOf(await api.POST('/api/v1/webhooks/{id}/rotate', { params })).webhook}
        onDone={({ url, secret }) => {
          close();
          onSecret({ name: url, secret });
        }}
      >
        <Text>{t('webhooks.rotateQuestion')}</Text>
      </Confirm>
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        action={t('webhooks.delete')}
        send={async () => bodyOf(await api.DELETE('/api/v1/webhooks/{id}', { params }))}
        onDone={async () => {
          await sayWhenShown(t('webhooks.deleted'), refresh());
        }}
        color="red"
      >
        <Text style={{ overflowWrap: 'anywhere' }}>{t('webhooks.deleteQuestion', { url: webhook.url })}</Text>
      </Confirm>
    </Card>
  );
}
