import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useLazyDialog } from './lazy-dialog';

const loadHelp = () => import('./help-dialog').then(({ HelpDialog }) => HelpDialog);

/** The button, and the key `?`, that show the keys that work for the person. */
export function Help() {
  const { t } = useTranslation();
  const { show, open } = useLazyDialog(loadHelp);
  // Some keyboards have it without Shift.
  useHotkeys([
    ['?', open],
    ['shift+?', open],
  ]);
  return (
    <>
      <ActionIcon variant="default" size={30} onClick={open} aria-label={t('help.title')} visibleFrom="sm">
        ?
      </ActionIcon>
      {show({})}
    </>
  );
}
