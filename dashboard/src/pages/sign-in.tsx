import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../api/client';
import { isProblem } from '../api/problem';
import { meQuery } from '../api/queries';
import { Entry, EntryForm } from '../components/entry';
import { PasswordField } from '../components/password-field';
import { useBegin } from '../session';

/**
 * Begins a session with a password or an API key, which stay nowhere: neither in storage nor in the address.
 * `isAgain`: a session has ended, and the page that was open waits.
 */
export function SignIn({ isAgain }: { isAgain: boolean }) {
  const { t } = useTranslation();
  const before = useQueryClient().getQueryData(meQuery.queryKey);
  const [isByKey, setByKey] = useState(isAgain && before?.person === null);
  const hint = isByKey ? t('signIn.keyHint') : t('signIn.hint');
  return (
    <Entry title="Glossa" documentTitle={t('signIn.title')} hint={isAgain ? t('signIn.again') : hint}>
      {isByKey ? <ByApiKey /> : <ByPassword email={isAgain ? (before?.person?.email ?? '') : ''} />}
      <Text size="sm" c="dimmed">
        {t('signIn.otherWays')}
      </Text>
      <Button variant="default" onClick={() => setByKey(!isByKey)}>
        {isByKey ? t('signIn.withPassword') : t('signIn.withApiKey')}
      </Button>
    </Entry>
  );
}

function ByPassword({ email: known }: { email: string }) {
  const { t } = useTranslation();
  const begin = useBegin();
  const [email, setEmail] = useInputState(known);
  const [password, setPassword] = useState('');
  return (
    <EntryForm
      submit={t('signIn.submit')}
      send={async () => begin(bodyOf(await api.POST('/api/v1/session', { body: { email, password } })))}
      isComplete={email.trim() !== '' && password !== ''}
      explain={(error) => (isProblem(error, 401) ? t('signIn.refused') : undefined)}
    >
      {(errors) => (
        <>
          <TextInput
            label={t('account.email')}
            error={errors.get('/email')}
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="username"
            autoFocus={known === ''}
            required
            withAsterisk={false}
          />
          <PasswordField error={errors.get('/password')} value={password} onChange={setPassword} />
          <Text size="sm" c="dimmed">
            {t('signIn.forgotten')}
          </Text>
        </>
      )}
    </EntryForm>
  );
}

function ByApiKey() {
  const { t } = useTranslation();
  const begin = useBegin();
  const [apiKey, setApiKey] = useInputState('');
  return (
    <EntryForm
      submit={t('signIn.submit')}
      send={async () => begin(bodyOf(await api.POST('/api/v1/session', { body: { apiKey: apiKey.trim() } })))}
      isComplete={apiKey.trim() !== ''}
      explain={(error) => (isProblem(error, 401) ? t('signIn.invalid') : undefined)}
    >
      {(errors) => (
        <PasswordInput
          label={t('signIn.apiKey')}
          error={errors.get('/apiKey')}
          placeholder="glossa_…"
          value={apiKey}
          onChange={setApiKey}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.show') }}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          required
          withAsterisk={false}
        />
      )}
    </EntryForm>
  );
}
