import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DotsIcon } from './icons';

/** A menu of the actions on one item of a list. */
export function ActionsMenu({ of, children }: { of: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    // In the main part of the page, so that it belongs to a landmark; its only children are its items.
    <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name: of })}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
