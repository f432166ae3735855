import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../session';
import { Confirm } from './dialog';
import { showProblem } from './show-problem';
import { hasDrafts } from './texts/drafts';

/** Ends the session; asks first if a text is not saved, which would be lost. */
export function SignOut() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={() => (hasDrafts() ? open() : void signOut().catch(showProblem))}>
        {t('nav.signOut')}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={close}
        action={t('nav.signOutAnyway')}
        color="red"
        send={signOut}
        onDone={() => undefined}
      >
        <Text size="sm">{t('nav.unsavedTexts')}</Text>
      </Confirm>
    </>
  );
}
