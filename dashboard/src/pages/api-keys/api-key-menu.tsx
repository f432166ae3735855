import { Alert, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { apiKeysQuery, meQuery } from '../../api/queries';
import { ActionsMenu } from '../../components/actions-menu';
import { Confirm } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';

/** Rotates or revokes an API key, after a question. */
export function ApiKeyMenu({
  apiKey,
  isOwn,
  onSecret,
}: {
  apiKey: Schemas['ApiKey'];
  isOwn: boolean;
  onSecret: (apiKey: Schemas['NewApiKey']) => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [question, setQuestion] = useState<'rotate' | 'revoke'>();
  const params = { path: { id: apiKey.id } };
  const close = () => setQuestion(undefined);
  const warning = isOwn && (
    <Alert color="red" variant="outline">
      {t('apiKeys.ownQuestion')}
    </Alert>
  );
  return (
    <>
      <ActionsMenu of={apiKey.name}>
        <Menu.Item onClick={() => setQuestion('rotate')}>{t('apiKeys.rotate')}</Menu.Item>
        <Menu.Item onClick={() => setQuestion('revoke')}>{t('apiKeys.revoke')}</Menu.Item>
      </ActionsMenu>
      <Confirm
        opened={question === 'rotate'}
        onClose={close}
        action={t('apiKeys.rotate')}
        send={async () => bodyOf(await api.POST('/api/v1/api-keys/{id}/rotate', { params })).apiKey}
        onDone={async (rotated) => {
          close();
          onSecret(rotated);
          // The session of the caller's own API key has ended with its secret: the next request would hide the new one.
          if (!isOwn) await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
        }}
      >
        <Text>{t('apiKeys.rotateQuestion', { name: apiKey.name })}</Text>
        {warning}
      </Confirm>
      <Confirm
        opened={question === 'revoke'}
        onClose={close}
        action={t('apiKeys.revoke')}
        send={async () => bodyOf(await api.DELETE('/api/v1/api-keys/{id}', { params }))}
        onDone={async () => {
          close();
          await sayWhenShown(
            t('apiKeys.revoked', { name: apiKey.name }),
            client.invalidateQueries({ queryKey: isOwn ? meQuery.queryKey : apiKeysQuery.queryKey }),
          );
        }}
        color="red"
      >
        <Text>{t('apiKeys.revokeQuestion', { name: apiKey.name })}</Text>
        {warning}
      </Confirm>
    </>
  );
}
