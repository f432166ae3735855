import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  NativeSelect,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatch, useNavigate } from 'react-router';
import { api, bodyOf } from '../api/client';
import { projectQuery } from '../api/queries';
import { useBegin, useMe, useScope, useSignOut } from '../session';
import { MoonIcon, SunIcon } from './icons';
import { showProblem } from './show-problem';

/** The frame of all pages: the header with sign-out, and the links of the project that is open. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.menu')} />
            <Text component={Link} to="/projects" fw={700} size="lg" className="brand">
              Glossa
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Organization />
            <ColorScheme />
            <SignOut />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('nav.label')}>
        <Links />
      </AppShell.Navbar>
      <AppShell.Main>{children}</AppShell.Main>
    </AppShell>
  );
}

function Organization() {
  const { organization } = useMe();
  return (
    <Text size="sm" c="dimmed" truncate maw={220} visibleFrom="xs" title={organization.name}>
      {organization.name}
    </Text>
  );
}

function ColorScheme() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={isDark ? t('nav.light') : t('nav.dark')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}

function SignOut() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <Button variant="default" size="xs" onClick={() => void signOut().catch(showProblem)}>
      {t('nav.signOut')}
    </Button>
  );
}

function Links() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const canManageWebhooks = useScope('webhooks:manage');
  const canManageMembers = useScope('members:manage');
  const { person } = useMe();
  const isOperator = useScope('organizations:manage');
  const id = useMatch('/projects/:id/*')?.params.id;
  const link = (to: string, label: string, hasPages = false) => {
    const isPage = pathname === to;
    const isActive = isPage || (hasPages && pathname.startsWith(`${to}/`));
    return (
      <NavLink
        component={Link}
        to={to}
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
          <ProjectName id={id} />
          {link(`/projects/${id}/keys`, t('nav.keys'), true)}
          {link(`/projects/${id}/history`, t('nav.history'), true)}
          {link(`/projects/${id}/import`, t('nav.import'))}
          {link(`/projects/${id}/export`, t('nav.export'))}
          {link(`/projects/${id}/releases`, t('nav.releases'), true)}
          {canManageWebhooks && link(`/projects/${id}/webhooks`, t('nav.webhooks'))}
          {link(`/projects/${id}/settings`, t('nav.settings'))}
        </>
      )}
      <Text size="xs" fw={600} c="dimmed" mt="md" mb={4} px="sm">
        {t('nav.organization')}
      </Text>
      <OrganizationSwitch />
      {canManageMembers && link('/settings/members', t('nav.members'))}
      {canManageMembers && link('/settings/audit', t('nav.audit'))}
      {link('/settings/api-keys', t('nav.apiKeys'))}
      {link('/settings/plan', t('nav.plan'))}
      {isOperator && link('/settings/organizations', t('nav.organizations'))}
      {person && (
        <>
          <Text size="xs" fw={600} c="dimmed" mt="md" mb={4} px="sm" truncate title={person.name}>
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

function ProjectName({ id }: { id: string }) {
  const { data } = useQuery(projectQuery(id));
  return (
    <Text size="xs" fw={600} c="dimmed" mt="md" mb={4} px="sm" truncate title={data?.name}>
      {data?.name ?? '…'}
    </Text>
  );
}
