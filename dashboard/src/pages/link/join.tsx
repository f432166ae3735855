import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem, ProblemError } from '../../api/problem';
import { signInWaysQuery } from '../../api/queries';
import { Entry, EntryForm } from '../../components/entry';
import { Loading } from '../../components/page';
import { PasswordField } from '../../components/password-field';
import { SingleSignOn } from '../../components/single-sign-on';
import type { Use } from './index';
import { hasErrorAt } from './link-errors';

/** As whom a person joins: as the person who is signed in, with a new account, or with an account that exists. */
type Way = 'session' | 'new' | 'account';

/** The form with which a person joins an organization. */
export function Join({
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
  if (!offered.isFetched) return <Loading />;
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
