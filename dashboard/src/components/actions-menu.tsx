import { ActionIcon, Menu } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DotsIcon } from './icons';

/** A menu of the actions on one item of a list. */
export function ActionsMenu({ of, children }: { of: string; children: ReactNode }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  return (
    // In the main part of the page, so that it belongs to a landmark; its only children are its items.
    <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={t('actionsOf', { name: of })}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      {/* A dialog that an item opens gives the focus back to where it was: the item is gone by then. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  );
}
