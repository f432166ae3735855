import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '../languages';

interface Tags {
  /** The tags of the languages to choose from. */
  tags: readonly string[];
}

function useOptions(tags: readonly string[]) {
  const { i18n } = useTranslation();
  return tags.map((tag) => ({ value: tag, label: languageName(tag, i18n.language) }));
}

/** Chooses one of some languages of a project. */
export function ProjectLanguageSelect({ tags, ...props }: Tags & Omit<SelectProps, 'data'>) {
  return <Select {...props} data={useOptions(tags)} searchable />;
}

/** Chooses several languages of a project. The place to type takes a line of its own only where the others are full. */
export function ProjectLanguagesSelect({ tags, ...props }: Tags & Omit<MultiSelectProps, 'data'>) {
  return <MultiSelect {...props} data={useOptions(tags)} searchable styles={{ inputField: { minWidth: '2rem' } }} />;
}
