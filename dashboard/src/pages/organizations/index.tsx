import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { meQuery, organizationsQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { SecretDialog } from '../../components/secret-dialog';
import { useMe, useScope } from '../../session';
import { ApiKeyForm } from '../api-keys/api-key-form';
import { DeleteOrganization } from './delete-organization';
import { OrganizationForm } from './organization-form';
import { OrganizationTable } from './organization-table';

export type Organization = Schemas['Organization'];
export type Opened = { dialog: 'create' } | { dialog: 'change' | 'api-key' | 'delete'; organization: Organization };

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
