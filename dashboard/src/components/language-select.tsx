import { MultiSelect, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOptions } from '../languages';

interface Common {
  label: string;
  description?: string;
}

/** Chooses one language by its name or its tag. */
export function LanguageSelect({
  value,
  onChange,
  ...props
}: Common & { value: string | null; onChange: (tag: string | null) => void }) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const data = useMemo(
    () => languageOptions(i18n.language, search, value === null ? [] : [value]),
    [i18n.language, search, value],
  );
  return (
    <Select
      {...props}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      limit={100}
      nothingFoundMessage={t('languages.none')}
    />
  );
}

/** Chooses languages by their names or tags. */
export function LanguagesSelect({
  value,
  onChange,
  exclude = [],
  ...props
}: Common & { value: string[]; onChange: (tags: string[]) => void; exclude?: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const data = useMemo(
    () => languageOptions(i18n.language, search, value).filter((option) => !exclude.includes(option.value)),
    [i18n.language, search, value, exclude],
  );
  return (
    <MultiSelect
      {...props}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      limit={100}
      hidePickedOptions
      nothingFoundMessage={t('languages.none')}
    />
  );
}
