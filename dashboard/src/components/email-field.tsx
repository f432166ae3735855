import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldErrors } from './field-errors';

/** The e-mail address of an account that signs in. */
export function EmailField({
  value,
  onChange,
  errors,
}: {
  value: string;
  onChange: (value: string) => void;
  errors: FieldErrors;
}) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('account.email')}
      error={errors.get('/email')}
      type="email"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="username"
      autoFocus={value === ''}
      required
      withAsterisk={false}
    />
  );
}
