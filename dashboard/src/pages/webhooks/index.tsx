import { Alert, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api, bodyOf } from '../../api/client';
import { Dialog } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Empty, Page } from '../../components/page';
import { SecretDialog } from '../../components/secret-dialog';
import { useScope } from '../../session';
import { webhooksQuery } from './queries';
import { WebhookCard } from './webhook-card';
import { WebhookForm } from './webhook-form';

export function WebhooksPage() {
  const { t } = useTranslation();
  const canManage = useScope('webhooks:manage');
  const { id = '' } = useParams();
  return canManage ? (
    <Webhooks key={id} projectId={id} />
  ) : (
    <Page title={t('nav.webhooks')}>
      <Alert color="gray">{t('webhooks.notAllowed')}</Alert>
    </Page>
  );
}

function Webhooks({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isCreating, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<{ name: string; secret: string }>();
  const webhooks = useQuery(webhooksQuery(projectId));
  const create = <Button onClick={open}>{t('webhooks.create')}</Button>;
  return (
    <Page
      title={t('nav.webhooks')}
      hint={t('webhooks.hint')}
      actions={webhooks.data?.length === 0 ? undefined : create}
    >
      <Loaded query={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('webhooks.empty')} action={create}>
              {t('webhooks.emptyHint')}
            </Empty>
          ) : (
            <Stack>
              {list.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Dialog opened={isCreating} onClose={close} title={t('webhooks.create')}>
        <WebhookForm
          submit={t('webhooks.create')}
          send={async (body) => {
            const params = { path: { id: projectId } };
            const { webhook } = bodyOf(await api.POST('/api/v1/projects/{id}/webhooks', { params, body }));
            setSecret({ name: webhook.url, secret: webhook.secret });
          }}
          onCancel={close}
          onDone={() => {
            close();
            void client.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey });
          }}
        />
      </Dialog>
      <SecretDialog owner={secret} onClose={() => setSecret(undefined)} />
    </Page>
  );
}
