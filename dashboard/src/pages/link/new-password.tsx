import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Entry, EntryForm } from '../../components/entry';
import { PasswordField } from '../../components/password-field';
import type { Use } from './index';

/** The form for a new password. */
export function NewPassword({ token, use }: { token: string; use: Use }) {
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
