import { Alert, Badge, Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { apiKeysQuery, allProjectsQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Empty, Page } from '../../components/page';
import { SecretDialog } from '../../components/secret-dialog';
import { Time } from '../../components/time';
import { useMe, useScope } from '../../session';
import { TableWithActions } from '../../components/table-with-actions';
import { ApiKeyForm } from './api-key-form';
import { ApiKeyMenu } from './api-key-menu';

export function ApiKeysPage() {
  const { t } = useTranslation();
  const canManage = useScope('api-keys:manage');
  return canManage ? (
    <ApiKeys />
  ) : (
    <Page title={t('nav.apiKeys')}>
      <Alert color="gray">{t('apiKeys.notAllowed')}</Alert>
    </Page>
  );
}

function ApiKeys() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const own = useMe();
  const [isCreating, { open, close }] = useDisclosure();
  const [created, setCreated] = useState<Schemas['NewApiKey']>();
  const apiKeys = useQuery(apiKeysQuery);
  return (
    <Page
      title={t('nav.apiKeys')}
      hint={t('apiKeys.hint')}
      actions={<Button onClick={open}>{t('apiKeys.create')}</Button>}
    >
      <Loaded query={apiKeys}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('apiKeys.empty')} />
          ) : (
            <ApiKeyTable apiKeys={list} onSecret={setCreated} />
          )
        }
      </Loaded>
      <Dialog opened={isCreating} onClose={close} size="lg" title={t('apiKeys.create')}>
        <ApiKeyForm
          scopes={own.scopes}
          mustLimit={own.projectIds !== null}
          canLimit
          create={async (body) => bodyOf(await api.POST('/api/v1/api-keys', { body })).apiKey}
          onCancel={close}
          onCreated={(apiKey) => {
            close();
            setCreated(apiKey);
            void client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
          }}
        />
      </Dialog>
      <SecretDialog owner={created} onClose={() => setCreated(undefined)} />
    </Page>
  );
}

function ApiKeyTable({
  apiKeys,
  onSecret,
}: {
  apiKeys: readonly Schemas['ApiKey'][];
  onSecret: (apiKey: Schemas['NewApiKey']) => void;
}) {
  const { t } = useTranslation();
  const { apiKey: own } = useMe();
  const { data: projects } = useQuery(allProjectsQuery);
  const projectNames = (ids: readonly string[]) =>
    ids.map((id) => projects?.find((project) => project.id === id)?.name ?? id).join(', ');
  return (
    <TableWithActions
      columns={[
        t('apiKeys.name'),
        t('apiKeys.scopes'),
        t('apiKeys.projects'),
        t('apiKeys.lastUsed'),
        t('apiKeys.expires'),
      ]}
      minWidth={760}
    >
      {apiKeys.map((apiKey) => (
        <Table.Tr key={apiKey.id}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {apiKey.name}
            </Text>
            <Text size="xs" c="dimmed" ff="monospace">
              …{apiKey.hint}
            </Text>
            {apiKey.id === own?.id && (
              <Badge size="sm" variant="default">
                {t('apiKeys.own')}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>
            <Text size="xs" maw={260}>
              {apiKey.scopes.join(', ')}
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm" maw={180} lineClamp={3}>
              {apiKey.projectIds === null ? t('apiKeys.allProjects') : projectNames(apiKey.projectIds)}
            </Text>
          </Table.Td>
          <Table.Td>{apiKey.lastUsedAt === null ? t('apiKeys.never') : <Time value={apiKey.lastUsedAt} />}</Table.Td>
          <Table.Td>
            {apiKey.expiresAt === null ? t('apiKeys.never') : <Time value={apiKey.expiresAt} />}
            {apiKey.expiresAt !== null && new Date(apiKey.expiresAt) <= new Date() && (
              <Text size="xs" c="red">
                {t('apiKeys.expired')}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <ApiKeyMenu apiKey={apiKey} isOwn={apiKey.id === own?.id} onSecret={onSecret} />
          </Table.Td>
        </Table.Tr>
      ))}
    </TableWithActions>
  );
}
