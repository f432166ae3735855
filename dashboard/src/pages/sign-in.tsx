import { Alert, Anchor, Button, PasswordInput, Text } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../api/client';
import { isProblem } from '../api/problem';
import { meQuery, signInWaysQuery } from '../api/queries';
import { EmailField } from '../components/email-field';
import { Entry, EntryForm } from '../components/entry';
import { LoadingPart } from '../components/page';
import { PasswordField } from '../components/password-field';
import { describeProblem } from '../components/show-problem';
import { hasPasskeys, isCancelled, signInWithPasskey } from '../passkeys';
import { pageToReturnTo, Refusal, SingleSignOn } from '../components/single-sign-on';
import { useBeginAgain, useBegunElsewhere } from '../session';

/**
 * Begins a session with a password or an API key, which stay nowhere: neither in storage nor in the address.
 * `isAgain`: a session has ended, and the page that was open waits.
 */
export function SignIn({ isAgain }: { isAgain: boolean }) {
  const { t } = useTranslation();
  useBegunElsewhere();
  const before = useQueryClient().getQueryData(meQuery.queryKey);
  const ways = useQuery(signInWaysQuery);
  const [way, setWay] = useState<'password' | 'apiKey' | 'forgotten'>(
    isAgain && before?.person === null ? 'apiKey' : 'password',
  );
  const [email, setEmail] = useState(isAgain ? (before?.person?.email ?? '') : '');
  // A form that is shown before would change, also while a person types.
  if (!ways.isFetched)
    return (
      <Entry title="Glossa" documentTitle={t('signIn.title')} hint={isAgain ? t('signIn.again') : undefined}>
        <LoadingPart />
      </Entry>
    );
  if (way === 'forgotten') return <Forgotten email={email} setEmail={setEmail} back={() => setWay('password')} />;
  const {
    password: hasPasswords = true,
    singleSignOn: hasSingleSignOn = false,
    mail: hasMail = false,
  } = ways.data ?? {};
  const personHint = hasPasswords ? t('signIn.hint') : t('signIn.singleSignOnHint');
  const hint = way === 'apiKey' ? t('signIn.keyHint') : personHint;
  return (
    <Entry title="Glossa" documentTitle={t('signIn.title')} hint={isAgain ? t('signIn.again') : hint}>
      <Refusal />
      {way === 'apiKey' && <ByApiKey />}
      {way === 'password' && hasSingleSignOn && (
        <SingleSignOn label={t('signIn.withSingleSignOn')} returnTo={pageToReturnTo()} />
      )}
      {way === 'password' && hasPasswords && (
        <ByPassword email={email} setEmail={setEmail} forget={hasMail ? () => setWay('forgotten') : undefined} />
      )}
      <Text size="sm" c="dimmed">
        {t('signIn.otherWays')}
      </Text>
      {hasPasskeys() && <ByPasskey />}
      <Button variant="default" onClick={() => setWay(way === 'apiKey' ? 'password' : 'apiKey')}>
        {way !== 'apiKey' && t('signIn.withApiKey')}
        {way === 'apiKey' && (hasPasswords ? t('signIn.withPassword') : t('signIn.withSingleSignOn'))}
      </Button>
    </Entry>
  );
}

function ByPassword({
  email,
  setEmail,
  forget,
}: {
  email: string;
  setEmail: (email: string) => void;
  /** Asks for a link for a new password. Undefined: no mail is sent. */
  forget: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const begin = useBeginAgain();
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
          <EmailField value={email} onChange={setEmail} errors={errors} />
          <PasswordField error={errors.get('/password')} value={password} onChange={setPassword} />
          {forget ? (
            <Anchor component="button" type="button" size="sm" onClick={forget} style={{ alignSelf: 'start' }}>
              {t('signIn.forgot')}
            </Anchor>
          ) : (
            <Text size="sm" c="dimmed">
              {t('signIn.forgotten')}
            </Text>
          )}
        </>
      )}
    </EntryForm>
  );
}

/** Signs in with a passkey that the person chooses in the browser. A refusal is no end of a session, so this is no mutation. */
function ByPasskey() {
  const { t } = useTranslation();
  const begin = useBeginAgain();
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const signIn = async () => {
    setSending(true);
    setError(undefined);
    try {
      await begin(await signInWithPasskey());
    } catch (refusal) {
      setError(refusal);
    } finally {
      setSending(false);
    }
  };
  const explain = () => {
    if (isCancelled(error)) return t('signIn.passkeyCancelled');
    return isProblem(error, 401) ? t('signIn.passkeyRefused') : describeProblem(error).detail;
  };
  return (
    <>
      {error !== undefined && (
        <Alert color="red" variant="outline" role="alert">
          {explain()}
        </Alert>
      )}
      <Button variant="default" loading={isSending} onClick={() => void signIn()}>
        {t('signIn.withPasskey')}
      </Button>
    </>
  );
}

/** Asks for a mail with a link for a new password. The answer does not tell whether the address has an account. */
function Forgotten({ email, setEmail, back }: { email: string; setEmail: (email: string) => void; back: () => void }) {
  const { t } = useTranslation();
  const [isRequested, setRequested] = useState(false);
  return (
    <Entry title={t('signIn.forgot')} hint={t('signIn.forgotHint')}>
      {isRequested ? (
        <Alert role="status">{t('signIn.linkRequested')}</Alert>
      ) : (
        <EntryForm
          submit={t('signIn.sendLink')}
          send={async () => {
            bodyOf(await api.POST('/api/v1/password-requests', { body: { email } }));
            setRequested(true);
          }}
          isComplete={email.trim() !== ''}
          explain={() => undefined}
        >
          {(errors) => <EmailField value={email} onChange={setEmail} errors={errors} />}
        </EntryForm>
      )}
      <Button variant="default" onClick={back}>
        {t('signIn.back')}
      </Button>
    </Entry>
  );
}

function ByApiKey() {
  const { t } = useTranslation();
  const begin = useBeginAgain();
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
