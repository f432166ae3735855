import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectLanguageSelect } from '../../../components/project-language-select';
import { directionOf } from '../../../languages';
import { useOwnLanguages } from '../../../session';
import type { KeysAddress } from '../address';
import type { ShownProject } from '../index';
import { filterOf } from '../use-selection';
import type { Replacement } from './replacement';

interface ReplaceFormProps {
  project: ShownProject;
  address: KeysAddress;
  /** Is called when the person wants to see the texts. */
  onAsked: (replacement: Replacement) => void;
  /** Is called when the person changes something: the texts that are shown are no longer what is asked for. */
  onEdited: () => void;
}

/** Asks for the searched text, its replacement and the language. It begins with the search of the list. */
export function ReplaceForm({ project, address: { query, columns }, onAsked, onEdited }: ReplaceFormProps) {
  const { t } = useTranslation();
  const languages = [project.sourceLanguage, ...project.targetLanguages].filter(useOwnLanguages());
  const [language, setLanguage] = useInputState<string | null>(
    columns.find((column) => languages.includes(column)) ?? languages[0] ?? null,
  );
  const [search, setSearch] = useInputState(query.search ?? '');
  const [replace, setReplace] = useInputState('');
  const [matchCase, setMatchCase] = useInputState(false);
  const [wholeWord, setWholeWord] = useInputState(false);
  // The search of the list is about names and all languages.
  const filter = filterOf({ ...query, search: undefined });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const [inFilter, setInFilter] = useInputState(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (language === null) return;
    onAsked({ language, search, replace, matchCase, wholeWord, ...(isFiltered && inFilter && { filter }) });
  };
  const dir = language === null ? undefined : directionOf(language);
  return (
    <form onSubmit={submit} onChange={onEdited}>
      <Stack gap="sm">
        <TextInput
          label={t('keys.replace.search')}
          value={search}
          onChange={setSearch}
          maxLength={1000}
          lang={language ?? undefined}
          dir={dir}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label={t('keys.replace.with')}
          value={replace}
          onChange={setReplace}
          lang={language ?? undefined}
          dir={dir}
          autoComplete="off"
        />
        <ProjectLanguageSelect
          label={t('keys.replace.language')}
          tags={languages}
          value={language}
          onChange={(value) => {
            setLanguage(value);
            onEdited();
          }}
          allowDeselect={false}
        />
        <Group gap="md">
          <Checkbox label={t('keys.replace.matchCase')} checked={matchCase} onChange={setMatchCase} />
          <Checkbox label={t('keys.replace.wholeWord')} checked={wholeWord} onChange={setWholeWord} />
          {isFiltered && <Checkbox label={t('keys.replace.inFilter')} checked={inFilter} onChange={setInFilter} />}
        </Group>
        <Group justify="end">
          <Button type="submit" variant="default" disabled={search === '' || language === null}>
            {t('keys.replace.preview')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
