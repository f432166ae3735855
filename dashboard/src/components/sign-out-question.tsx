import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../session';
import { Confirm } from './dialog';

/** Asks whether the session ends although texts are not saved. */
export function SignOutQuestion({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <Confirm
      opened
      onClose={onClose}
      action={t('nav.signOutAnyway')}
      color="red"
      send={signOut}
      onDone={() => undefined}
    >
      <Text size="sm">{t('nav.unsavedTexts')}</Text>
    </Confirm>
  );
}
