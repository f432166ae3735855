import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatch } from 'react-router';
import icon from '../icon.svg';
import { useMe } from '../session';
import { Breadcrumb } from './breadcrumb';
import { Help } from './help';
import { MoonIcon, SunIcon } from './icons';
import { InboxLink } from './inbox-link';
import { ProjectProgress } from './project-progress';
import { Links } from './shell-links';
import { SignOut } from './sign-out';
import { CONTENT_ID, SkipLink } from './skip-link';

/** The frame of all pages: the header with the place of the open page, and the links of the project that is open. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const isPerson = useMe().person !== null;
  const id = useMatch('/projects/:id/*')?.params.id;
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'xs', sm: 'md' }}
    >
      <SkipLink />
      <AppShell.Header px={{ base: 'xs', sm: 'md' }}>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.menu')} />
            <Link to="/projects" className="brand" aria-label={`Glossa: ${t('nav.projects')}`}>
              <img src={icon} width="24" height="24" alt="" />
              <span>Glossa</span>
            </Link>
            <Breadcrumb />
          </Group>
          <Group gap="xs" wrap="nowrap">
            {id !== undefined && <ProjectProgress id={id} />}
            <Organization />
            {isPerson && <InboxLink />}
            <Help />
            <ColorScheme />
            <SignOut />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('nav.label')}>
        <Links />
      </AppShell.Navbar>
      <AppShell.Main id={CONTENT_ID} tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

function Organization() {
  const { organization } = useMe();
  return (
    <Text size="sm" c="dimmed" truncate maw={160} visibleFrom="lg" title={organization.name}>
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
      size={30}
      aria-label={isDark ? t('nav.light') : t('nav.dark')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
