import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../api/client';
import { isProblem } from '../api/problem';
import { meQuery } from '../api/queries';
import { describeProblem } from '../components/show-problem';
import { forgetEverything } from '../session';
import { sessionEndQuery } from '../session-end';

/**
 * Begins a session with an API key, which stays nowhere: neither in storage nor in the address.
 * `isAgain`: a session has ended, and the page that was open waits.
 */
export function SignIn({ isAgain }: { isAgain: boolean }) {
  const { t } = useTranslation();
  useDocumentTitle(`${t('signIn.title')} · Glossa`);
  const client = useQueryClient();
  const [apiKey, setApiKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setError(undefined);
    try {
      const me = bodyOf(await api.POST('/api/v1/session', { body: { apiKey: apiKey.trim() } }));
      setApiKey('');
      const before = client.getQueryData(meQuery.queryKey);
      if (before && before.organization.id !== me.organization.id) forgetEverything(client);
      client.setQueryData(meQuery.queryKey, me);
      client.setQueryData(sessionEndQuery.queryKey, null);
      void client.invalidateQueries();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setSending(false);
    }
  };

  const problem = error === undefined ? undefined : describeProblem(error);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420} shadow="sm">
        <form onSubmit={(event) => void signIn(event)}>
          <Stack>
            <div>
              <Title order={1} size="h2">
                Glossa
              </Title>
              <Text c="dimmed">{isAgain ? t('signIn.again') : t('signIn.hint')}</Text>
            </div>
            {problem && (
              <Alert color="red" variant="outline" role="alert">
                {isProblem(error, 401) ? t('signIn.invalid') : problem.detail}
              </Alert>
            )}
            <PasswordInput
              label={t('signIn.apiKey')}
              placeholder="glossa_…"
              value={apiKey}
              onChange={(event) => setApiKey(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              autoFocus
              required
              withAsterisk={false}
            />
            <Button type="submit" loading={isSending} disabled={apiKey.trim() === ''}>
              {t('signIn.submit')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
