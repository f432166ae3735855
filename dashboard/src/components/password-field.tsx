import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A password that a person types: the one of the account, or a new one with its rules. */
export function PasswordField({
  isNew = false,
  label,
  error,
  value,
  onChange,
}: {
  isNew?: boolean;
  label?: string;
  error?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={label ?? t('account.password')}
      description={isNew ? t('account.passwordRules') : undefined}
      error={error}
      // Mantine sets it on other inputs only.
      aria-invalid={error === undefined ? undefined : true}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      withAsterisk={false}
    />
  );
}
