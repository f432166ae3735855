import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryToken } from './releases-data';

/** Chooses the delivery token of the addresses that are shown, if there are several. */
export function TokenSelect({
  tokens,
  value = tokens[0]?.id,
  onChange,
}: {
  tokens: readonly DeliveryToken[];
  /** Undefined: the first one. */
  value: string | undefined;
  onChange: (id: string) => void;
}) {
  const { t } = useTranslation();
  if (tokens.length < 2) return null;
  return (
    <Select
      label={t('delivery.token')}
      data={tokens.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(id) => id !== null && onChange(id)}
      allowDeselect={false}
    />
  );
}
