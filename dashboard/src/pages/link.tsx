import { Alert, Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { api, bodyOf, type Schemas } from '../api/client';
import { isProblem, ProblemError } from '../api/problem';
import { meQuery, signInWaysQuery } from '../api/queries';
import { Entry, EntryForm } from '../components/entry';
import { Loading } from '../components/page';
import { PasswordField } from '../components/password-field';
import { SingleSignOn } from '../components/single-sign-on';
import { useBegin } from '../session';

/** What a link is for, as the path of its page says. */
export type LinkKind = 'welcome' | 'invitation' | 'password';

/** The page of a link that works once. Its token is behind `#`, which browsers send to no server. */
export function LinkPage({ kind }: { kind: LinkKind }) {
  const token = useLocation().hash.slice(1);
  const me = useQuery(meQuery);
  if (me.isPending) return <Loading />;
  if (token === '') return <DeadLink kind={kind} />;
  // Another link that is opened in the same tab changes nothing but the token.
  return <UsableLink key={token} kind={kind} token={token} person={me.error ? null : (me.data?.person ?? null)} />;
}

function UsableLink({
  kind,
  token,
  person,
}: {
  kind: LinkKind;
  token: string;
  /** The person who is signed in in this browser. */
  person: Schemas['OwnPerson'] | null;
}) {
  const begin = useBegin();
  const navigate = useNavigate();
  const [isDead, setDead] = useState(false);
  const use = async (request: () => Promise<Schemas['Me']>) => {
    try {
      begin(await request());
      // The address with the token is left out of the history of the browser.
      await navigate('/projects', { replace: true });
    } catch (error) {
      if (!isInvalidLink(error)) throw error;
      setDead(true);
    }
  };
  if (isDead) return <DeadLink kind={kind} />;
  return kind === 'password' ? (
    <NewPassword token={token} use={use} />
  ) : (
    <Join kind={kind} token={token} person={person} use={use} />
  );
}

type Use = (request: () => Promise<Schemas['Me']>) => Promise<void>;

/** A token that is not even as long as one is a mistyped link. */
const isInvalidLink = (error: unknown): boolean =>
  error instanceof ProblemError && (error.problem?.code === 'invalid_link' || hasErrorAt(error, '/token'));

const hasErrorAt = (error: unknown, field: string): boolean =>
  error instanceof ProblemError && (error.problem?.errors ?? []).some(({ pointer }) => pointer === field);

/** Says that a link does not work (any more), and what to do. */
function DeadLink({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation();
  return (
    <Entry title={t('links.dead')} hint={t('links.deadHint')}>
      <Alert color="gray">{t(`links.deadAdvice.${kind}`)}</Alert>
      <Button component={Link} to="/projects" replace>
        {t('signIn.submit')}
      </Button>
    </Entry>
  );
}

function NewPassword({ token, use }: { token: string; use: Use }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <Entry title={t('links.title.password')} hint={t('links.hint.password')}>
      <EntryForm
        submit={t('links.setPassword')}
        send={() => use(async () => bodyOf(await api.POST('/api/v1/password', { body: { token, password } })))}
        isComplete={password !== ''}
        explain={() => undefined}
      >
        {(errors) => (
          <PasswordField
            isNew
            label={t('account.newPassword')}
            error={errors.get('/password')}
            value={password}
            onChange={setPassword}
          />
        )}
      </EntryForm>
    </Entry>
  );
}

/** As whom a person joins: as the person who is signed in, with a new account, or with an account that exists. */
type Way = 'session' | 'new' | 'account';

function Join({
  kind,
  token,
  person,
  use,
}: {
  kind: 'welcome' | 'invitation';
  token: string;
  person: Schemas['OwnPerson'] | null;
  use: Use;
}) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>(person ? 'session' : 'new');
  const [name, setName] = useInputState('');
  const [email, setEmail] = useInputState('');
  const [password, setPassword] = useState('');
  // An invitation is for one address, which the service knows.
  const asksEmail = kind === 'welcome' && way !== 'session';
  const body = {
    token,
    ...(way === 'new' && { name }),
    ...(way !== 'session' && { password }),
    ...(asksEmail && { email }),
    ...(kind === 'welcome' && way === 'session' && { email: person?.email }),
  };
  const explain = (error: unknown): string | undefined => {
    if (isProblem(error, 401) || (way !== 'new' && (hasErrorAt(error, '/name') || hasErrorAt(error, '/password')))) {
      return t(`links.refused.${way}`);
    }
    return error instanceof ProblemError && error.problem?.code === 'already_member'
      ? t('links.alreadyMember')
      : undefined;
  };
  const offered = useQuery(signInWaysQuery);
  if (offered.isPending) return <Loading />;
  const { password: hasPasswords = true, singleSignOn: hasSingleSignOn = false } = offered.data ?? {};
  const ways: Way[] = [
    ...(person ? (['session'] as const) : []),
    ...(hasPasswords ? (['new', 'account'] as const) : []),
  ];
  return (
    <Entry title={t(`links.title.${kind}`)} hint={t(`links.hint.${kind}`)}>
      {hasSingleSignOn && <SingleSignOn label={t('links.joinWithSingleSignOn')} token={token} />}
      {ways.length > 1 && (
        <SegmentedControl
          data={ways.map((value) => ({ value, label: t(`links.way.${value}`) }))}
          value={way}
          onChange={(value) => setWay(value)}
          aria-label={t('links.ways')}
          orientation={ways.length > 2 ? 'vertical' : 'horizontal'}
          fullWidth
        />
      )}
      {ways.length > 0 && (
        <EntryForm
          key={way}
          submit={way === 'new' ? t('links.create') : t('links.join')}
          send={() => use(async () => bodyOf(await api.POST('/api/v1/invitations/accept', { body })))}
          isComplete={
            way === 'session' ||
            (password !== '' && (way !== 'new' || name.trim() !== '') && (!asksEmail || email.trim() !== ''))
          }
          explain={explain}
        >
          {(errors) => (
            <>
              {way === 'session' && (
                <Text style={{ overflowWrap: 'anywhere' }}>
                  {t('links.signedIn', { name: person?.name, email: person?.email })}
                </Text>
              )}
              {asksEmail && (
                <TextInput
                  label={t('account.email')}
                  error={errors.get('/email')}
                  type="email"
                  value={email}
                  onChange={setEmail}
                  autoComplete="username"
                  required
                  withAsterisk={false}
                />
              )}
              {way === 'new' && (
                <TextInput
                  label={t('account.name')}
                  description={t('account.nameHint')}
                  error={errors.get('/name')}
                  value={name}
                  onChange={setName}
                  autoComplete="name"
                  maxLength={200}
                  required
                  withAsterisk={false}
                />
              )}
              {way !== 'session' && (
                <PasswordField
                  isNew={way === 'new'}
                  error={errors.get('/password')}
                  value={password}
                  onChange={setPassword}
                />
              )}
            </>
          )}
        </EntryForm>
      )}
    </Entry>
  );
}
