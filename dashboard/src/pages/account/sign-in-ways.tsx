import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { signInWaysQuery } from '../../api/queries';
import { SingleSignOn } from '../../components/single-sign-on';

/** Tells how the person can sign in, and connects single sign-on. */
export function SignInWays({ ways }: { ways: Schemas['OwnSignInWays'] }) {
  const { t } = useTranslation();
  const { data: offered } = useQuery(signInWaysQuery);
  return (
    <>
      <List>
        {ways.password && <List.Item>{t('account.byPassword')}</List.Item>}
        {ways.singleSignOn && <List.Item>{t('account.bySingleSignOn')}</List.Item>}
      </List>
      {offered?.password && !ways.password && (
        <Text size="sm" c="dimmed">
          {t('account.noPassword')}
        </Text>
      )}
      {offered?.singleSignOn && !ways.singleSignOn && (
        <>
          <Text size="sm">{t('account.connectHint')}</Text>
          <SingleSignOn label={t('account.connect')} returnTo="/settings/account" />
        </>
      )}
    </>
  );
}
