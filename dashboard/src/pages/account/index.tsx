import { Alert, Card, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { meQuery } from '../../api/queries';
import { Form } from '../../components/dialog';
import { Page } from '../../components/page';
import { PasswordField } from '../../components/password-field';
import { sayWhenShown } from '../../components/say-when-shown';
import { showDone } from '../../components/show-problem';
import { PAGE_LANGUAGES } from '../../i18n';
import { useMe } from '../../session';
import { Organizations } from './organizations';
import { Passkeys } from './passkeys';
import { RemoveAccount } from './remove-account';
import { SignInWays } from './sign-in-ways';
import { Sessions, sessionsQuery } from './sessions';

/** What a person does with the own account. */
export function AccountPage() {
  const { t } = useTranslation();
  const { person } = useMe();
  return (
    <Page title={t('account.title')} hint={person?.email}>
      {person ? (
        <>
          <Part title={t('account.profile')}>
            <Profile person={person} />
          </Part>
          <Part title={t('account.ways')}>
            <SignInWays ways={person.signInWays} />
          </Part>
          <Part title={t('passkeys.title')}>
            <Passkeys />
          </Part>
          {person.signInWays.password && (
            <Part title={t('account.password')}>
              <Password />
            </Part>
          )}
          {person.organizations.length > 1 && (
            <Part title={t('account.organizations')}>
              <Organizations organizations={person.organizations} />
            </Part>
          )}
          <Sessions />
          <Part title={t('account.remove')}>
            <RemoveAccount email={person.email} />
          </Part>
        </>
      ) : (
        <Alert color="gray">{t('account.noPerson')}</Alert>
      )}
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" maw={640} aria-label={title}>
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}

/** The names of the languages of the pages, each in itself. */
const languageOptions = PAGE_LANGUAGES.map((value) => ({
  value,
  label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
}));

function Profile({ person }: { person: Schemas['OwnPerson'] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useInputState(person.name);
  const [locale, setLocale] = useState(person.locale ?? '');
  const [inboxMail, setInboxMail] = useState(person.inboxMail);
  return (
    <Form
      submit={t('save')}
      send={async () => bodyOf(await api.PATCH('/api/v1/me', { body: { name, locale: locale || null, inboxMail } }))}
      onDone={(me) => {
        client.setQueryData(meQuery.queryKey, me);
        showDone(t('account.saved'));
      }}
      isComplete={name.trim() !== ''}
    >
      {(errors) => (
        <>
          <TextInput
            label={t('account.name')}
            description={t('account.nameHint')}
            error={errors.get('/name')}
            value={name}
            onChange={setName}
            maxLength={200}
            autoComplete="name"
          />
          <Select
            label={t('account.language')}
            error={errors.get('/locale')}
            data={[{ value: '', label: t('account.browserLanguage') }, ...languageOptions]}
            value={locale}
            onChange={(value) => setLocale(value ?? '')}
            allowDeselect={false}
          />
          <Switch
            label={t('account.inboxMail')}
            description={t('account.inboxMailHint')}
            checked={inboxMail}
            onChange={(event) => setInboxMail(event.currentTarget.checked)}
          />
        </>
      )}
    </Form>
  );
}

function Password() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  return (
    <Form
      submit={t('account.changePassword')}
      send={async () => bodyOf(await api.PATCH('/api/v1/me', { body: { password: { current, new: next } } }))}
      onDone={async () => {
        setCurrent('');
        setNext('');
        await sayWhenShown(
          t('account.passwordChanged'),
          client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
        );
      }}
      isComplete={current !== '' && next !== ''}
    >
      {(errors) => (
        <>
          <PasswordField
            label={t('account.currentPassword')}
            error={errors.get('/password/current')}
            value={current}
            onChange={setCurrent}
          />
          <PasswordField
            isNew
            label={t('account.newPassword')}
            error={errors.get('/password/new')}
            value={next}
            onChange={setNext}
          />
          <Text size="sm" c="dimmed">
            {t('account.passwordHint')}
          </Text>
        </>
      )}
    </Form>
  );
}
