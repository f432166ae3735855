import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { namespacesQuery } from '../../api/queries';
import { beginOf, endOf, ListFilters, useAuthors, useFilterFields } from '../../components/list-filters';
import { ProjectLanguageSelect } from '../../components/project-language-select';
import type { Change, ChangeAction, ChangeFilter } from './history-data';

/** The kinds of changes, as the API names them. */
const ACTIONS = Object.keys({
  import: true,
  'key.create': true,
  'key.update': true,
  'key.delete': true,
  batch: true,
  replace: true,
  review: true,
  languages: true,
  'project.update': true,
  'template.delete': true,
  undo: true,
  restore: true,
} satisfies Record<ChangeAction, true>) as ChangeAction[];

/** The filter is kept in the address. Days begin and end in the person's time zone. */
export function filterOf(address: URLSearchParams): ChangeFilter {
  const value = (name: string) => address.get(name) ?? undefined;
  return {
    action: ACTIONS.find((action) => action === value('action')),
    apiKeyId: value('apiKey'),
    personId: value('person'),
    language: value('language'),
    namespace: value('namespace'),
    since: beginOf(address.get('from')),
    until: endOf(address.get('to')),
  };
}

/** Selects which changes are listed. @param changes those that are listed now: their authors can be chosen */
export function Filters({ project, changes }: { project: Schemas['ProjectDetails']; changes: readonly Change[] }) {
  const { t } = useTranslation();
  // The namespace of keys without one is empty.
  const { address, chooser, day } = useFilterFields('namespace');
  const namespaces = useQuery(namespacesQuery(project.id));
  const { persons, apiKeys } = useAuthors(changes);
  return (
    <ListFilters>
      <Select
        {...chooser('action')}
        label={t('history.action')}
        data={ACTIONS.map((action) => ({ value: action, label: t(`changes.actions.${action.replace('.', '_')}`) }))}
      />
      {(persons.length > 0 || address.has('person')) && (
        <Select {...chooser('person')} label={t('history.person')} data={persons} searchable />
      )}
      <Select {...chooser('apiKey')} label={t('history.apiKey')} data={apiKeys} searchable />
      <ProjectLanguageSelect
        {...chooser('language')}
        label={t('import.language')}
        tags={[project.sourceLanguage, ...project.targetLanguages]}
      />
      {(namespaces.data?.length ?? 0) > 1 && (
        <Select
          {...chooser('namespace')}
          label={t('keys.namespace')}
          data={namespaces.data?.map(({ name }) => ({ value: name, label: name || t('keys.noNamespace') })) ?? []}
          searchable
        />
      )}
      <TextInput {...day('from')} label={t('history.from')} />
      <TextInput {...day('to')} label={t('history.to')} />
    </ListFilters>
  );
}
