import { MultiSelect, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOptions } from '../languages';

interface Common {
  label: string;
  description?: string;
  placeholder?: string;
  disabled?: boolean;
  error?: string;
  clearable?: boolean;
}

/** The properties of a select of languages, which are found by their names or their tags. */
function useLanguageSearch(chosen: readonly string[]) {
  const { t, i18n } = useTranslation();
  const [searchValue, onSearchChange] = useState('');
  const data = useMemo(() => languageOptions(i18n.language, searchValue, chosen), [i18n.language, searchValue, chosen]);
  return { data, searchValue, onSearchChange, searchable: true, limit: 100, nothingFoundMessage: t('languages.none') };
}

const NONE: readonly string[] = [];

/** Chooses one language. @param only the languages that are offered; null: all */
export function LanguageSelect({
  value,
  only = null,
  ...props
}: Common & { value: string | null; onChange: (tag: string | null) => void; only?: readonly string[] | null }) {
  const chosen = useMemo(() => [...(only ?? NONE), ...(value === null ? NONE : [value])], [only, value]);
  const { data, ...search } = useLanguageSearch(chosen);
  const offered = data.filter((option) => only?.includes(option.value) ?? true);
  return <Select {...search} {...props} data={offered} value={value} />;
}

/** Chooses languages. */
export function LanguagesSelect({
  value,
  exclude = NONE,
  ...props
}: Common & { value: string[]; onChange: (tags: string[]) => void; exclude?: readonly string[] }) {
  const { data, ...search } = useLanguageSearch(value);
  const offered = data.filter((option) => !exclude.includes(option.value));
  return <MultiSelect {...search} {...props} data={offered} value={value} hidePickedOptions />;
}
