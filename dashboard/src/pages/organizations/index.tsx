import { Alert, Badge, Button, Menu, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { meQuery, organizationsQuery } from '../../api/queries';
import { ActionsMenu } from '../../components/actions-menu';
import { ConfirmByName, Dialog } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { SecretDialog } from '../../components/secret-dialog';
import { showDone } from '../../components/show-problem';
import { Time } from '../../components/time';
import { useMe, useScope } from '../../session';
import { ApiKeyForm } from '../api-keys/api-key-form';
import { planName } from '../../plans';
import { TableWithActions } from '../../components/table-with-actions';
import { OrganizationForm } from './organization-form';

type Organization = Schemas['Organization'];
type Opened = { dialog: 'create' } | { dialog: 'change' | 'api-key' | 'delete'; organization: Organization };

/** The scopes that API keys of a tenant can have. */
const TENANT_SCOPES = Object.keys({
  'projects:read': true,
  'projects:write': true,
  'translations:read': true,
  'translations:write': true,
  'translations:review': true,
  'keys:write': true,
  'keys:delete': true,
  'releases:manage': true,
  'webhooks:manage': true,
  'api-keys:manage': true,
  'members:manage': true,
} satisfies Record<Exclude<Scope, 'organizations:manage'>, true>) as Scope[];
type Scope = Schemas['ApiKey']['scopes'][number];

/** The organizations of the installation, for its operator. */
export function OrganizationsPage() {
  const { t } = useTranslation();
  const isOperator = useScope('organizations:manage');
  return isOperator ? (
    <Organizations />
  ) : (
    <Page title={t('nav.organizations')}>
      <Alert color="gray">{t('organizations.notAllowed')}</Alert>
    </Page>
  );
}

function Organizations() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const own = useMe();
  const organizations = useQuery(organizationsQuery);
  const [opened, setOpened] = useState<Opened>();
  /** They are shown one after the other. */
  const [secrets, setSecrets] = useState<readonly { name: string; secret: string; isLink?: boolean }[]>([]);
  const close = () => setOpened(undefined);
  const refresh = async () => {
    close();
    await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    await client.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  const organization = opened && 'organization' in opened ? opened.organization : undefined;
  return (
    <Page
      title={t('nav.organizations')}
      hint={t('organizations.hint')}
      actions={<Button onClick={() => setOpened({ dialog: 'create' })}>{t('organizations.create')}</Button>}
    >
      <Loaded query={organizations}>{(list) => <OrganizationTable organizations={list} onOpen={setOpened} />}</Loaded>
      <Dialog opened={opened?.dialog === 'create'} onClose={close} title={t('organizations.create')}>
        <OrganizationForm
          submit={t('organizations.create')}
          send={async (body) => {
            const created = bodyOf(await api.POST('/api/v1/organizations', { body }));
            const { name } = created.organization;
            setSecrets([
              { name: `${name}: ${created.apiKey.name}`, secret: created.apiKey.secret },
              { name: t('organizations.firstOwner', { name }), secret: created.welcomeLink, isLink: true },
            ]);
          }}
          onCancel={close}
          onDone={() => void refresh()}
        />
      </Dialog>
      {organization && (
        <>
          <Dialog opened={opened?.dialog === 'change'} onClose={close} title={t('organizations.change')}>
            <OrganizationForm
              organization={organization}
              submit={t('save')}
              send={async (body) => {
                const params = { path: { id: organization.id } };
                bodyOf(await api.PATCH('/api/v1/organizations/{id}', { params, body }));
              }}
              onCancel={close}
              onDone={() => void refresh()}
            />
          </Dialog>
          <Dialog opened={opened?.dialog === 'api-key'} onClose={close} size="lg" title={t('apiKeys.create')}>
            <ApiKeyForm
              scopes={organization.bootstrap ? own.scopes : TENANT_SCOPES}
              canLimit={false}
              create={async (body) => {
                const params = { path: { id: organization.id } };
                return bodyOf(await api.POST('/api/v1/organizations/{id}/api-keys', { params, body })).apiKey;
              }}
              onCancel={close}
              onCreated={({ name, secret: created }) => {
                close();
                setSecrets([{ name: `${organization.name}: ${name}`, secret: created }]);
              }}
            />
          </Dialog>
          <DeleteOrganization
            key={organization.id}
            organization={organization}
            opened={opened?.dialog === 'delete'}
            onClose={close}
            onDone={refresh}
          />
        </>
      )}
      <SecretDialog isLink={secrets[0]?.isLink} owner={secrets[0]} onClose={() => setSecrets(secrets.slice(1))} />
    </Page>
  );
}

function OrganizationTable({
  organizations,
  onOpen,
}: {
  organizations: readonly Organization[];
  onOpen: (opened: Opened) => void;
}) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <TableWithActions columns={[t('organizations.name'), t('plan.plan'), t('plan.limit'), t('organizations.created')]}>
      {organizations.map((organization) => (
        <Table.Tr key={organization.id}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {organization.name}
            </Text>
            {organization.bootstrap && (
              <Badge size="sm" variant="default">
                {t('organizations.own')}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>{planName(organization.plan)}</Table.Td>
          <Table.Td>{number.format(organization.rateLimit)}</Table.Td>
          <Table.Td>
            <Time value={organization.createdAt} />
          </Table.Td>
          <Table.Td>
            <ActionsMenu of={organization.name}>
              <Menu.Item onClick={() => onOpen({ dialog: 'change', organization })}>
                {t('organizations.change')}
              </Menu.Item>
              <Menu.Item onClick={() => onOpen({ dialog: 'api-key', organization })}>{t('apiKeys.create')}</Menu.Item>
              {!organization.bootstrap && (
                <Menu.Item onClick={() => onOpen({ dialog: 'delete', organization })}>
                  {t('organizations.delete')}
                </Menu.Item>
              )}
            </ActionsMenu>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableWithActions>
  );
}

function DeleteOrganization({
  organization,
  opened,
  onClose,
  onDone,
}: {
  organization: Organization;
  opened: boolean;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const params = { path: { id: organization.id } };
  return (
    <ConfirmByName
      name={organization.name}
      opened={opened}
      onClose={onClose}
      action={t('organizations.delete')}
      send={async () => bodyOf(await api.DELETE('/api/v1/organizations/{id}', { params }))}
      onDone={async () => {
        showDone(t('organizations.deleted', { name: organization.name }));
        await onDone();
      }}
    >
      <Text size="sm">{t('organizations.deleteQuestion', { name: organization.name })}</Text>
    </ConfirmByName>
  );
}
