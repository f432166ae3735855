import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { ConfirmByName } from '../../components/dialog';
import { useLeave } from '../../session';

/** Deletes the account of the person, who types its address before. */
export function RemoveAccount({ email }: { email: string }) {
  const { t } = useTranslation();
  const leave = useLeave();
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <>
      <Text size="sm">{t('account.removeHint')}</Text>
      <Button color="red" variant="outline" onClick={open} style={{ alignSelf: 'start' }}>
        {t('account.remove')}
      </Button>
      <ConfirmByName
        name={email}
        opened={isAsking}
        onClose={close}
        action={t('account.remove')}
        send={async () => bodyOf(await api.DELETE('/api/v1/me'))}
        onDone={leave}
      >
        <Text size="sm">{t('account.removeHint')}</Text>
      </ConfirmByName>
    </>
  );
}
