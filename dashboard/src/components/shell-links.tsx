import { NativeSelect, NavLink, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatch, useNavigate } from 'react-router';
import { api, bodyOf } from '../api/client';
import { useBegin, useMe, useScope } from '../session';
import { useKeysPath } from './keys-path';

/** The links to the pages that the caller may use: of the open project, of the organization, and of the person. */
export function Links() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const canManageWebhooks = useScope('webhooks:manage');
  const canReadTexts = useScope('translations:read');
  const canWriteTexts = useScope('translations:write');
  const canManageMembers = useScope('members:manage');
  const { person } = useMe();
  const canManageApiKeys = useScope('api-keys:manage');
  const isOperator = useScope('organizations:manage');
  const id = useMatch('/projects/:id/*')?.params.id;
  const keysPath = useKeysPath(id);
  const link = (to: string, label: string, hasPages = false, address = to) => {
    const isPage = pathname === to;
    const isActive = isPage || (hasPages && pathname.startsWith(`${to}/`));
    return (
      <NavLink
        component={Link}
        py={6}
        to={address}
        label={label}
        active={isActive}
        aria-current={isPage ? 'page' : isActive ? 'true' : undefined}
      />
    );
  };
  return (
    <>
      {link('/projects', t('nav.projects'))}
      {id !== undefined && (
        <>
          <Text size="xs" fw={600} c="dimmed" mt="sm" mb={4} px="sm">
            {t('nav.project')}
          </Text>
          {link(`/projects/${id}`, t('nav.overview'))}
          {link(`/projects/${id}/keys`, t('nav.keys'), true, keysPath)}
          {link(`/projects/${id}/history`, t('nav.history'), true)}
          {canWriteTexts && link(`/projects/${id}/import`, t('nav.import'))}
          {link(`/projects/${id}/export`, t('nav.export'))}
          {link(`/projects/${id}/releases`, t('nav.releases'), true)}
          {canManageWebhooks && link(`/projects/${id}/webhooks`, t('nav.webhooks'))}
          {link(`/projects/${id}/settings`, t('nav.settings'))}
        </>
      )}
      <Text size="xs" fw={600} c="dimmed" mt="sm" mb={4} px="sm">
        {t('nav.organization')}
      </Text>
      <OrganizationSwitch />
      {canReadTexts && link('/glossary', t('nav.glossary'))}
      {canManageMembers && link('/settings/members', t('nav.members'))}
      {canManageMembers && link('/settings/audit', t('nav.audit'))}
      {canManageApiKeys && link('/settings/api-keys', t('nav.apiKeys'))}
      {canManageMembers && link('/settings/machine-translation', t('nav.machineTranslation'))}
      {link('/settings/plan', t('nav.plan'))}
      {isOperator && link('/settings/organizations', t('nav.organizations'))}
      {person && (
        <>
          <Text size="xs" fw={600} c="dimmed" mt="sm" mb={4} px="sm" truncate title={person.name}>
            {person.name}
          </Text>
          {link('/settings/account', t('nav.account'))}
        </>
      )}
    </>
  );
}

/** Goes on in another organization of the person. */
function OrganizationSwitch() {
  const { t } = useTranslation();
  const { person, organization } = useMe();
  const begin = useBegin();
  const navigate = useNavigate();
  const organizations = person?.organizations ?? [];
  const change = useMutation({
    mutationFn: async (id: string) => bodyOf(await api.POST('/api/v1/session/organization', { body: { id } })),
    onSuccess: async (me) => {
      await navigate('/projects');
      begin(me);
    },
  });
  if (organizations.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t('nav.organizationSwitch')}
      data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      value={organization.id}
      onChange={(event) => change.mutate(event.currentTarget.value)}
      disabled={change.isPending}
      mb={4}
    />
  );
}
