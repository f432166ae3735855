import { Button, Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { apiKeysQuery, membersQuery, namespacesQuery } from '../../api/queries';
import { ProjectLanguageSelect } from '../../components/project-language-select';
import { useScope } from '../../session';
import type { Change, ChangeAction, ChangeFilter } from './history-data';

/** The kinds of changes, as the API names them. */
const ACTIONS = Object.keys({
  import: true,
  'key.create': true,
  'key.update': true,
  'key.delete': true,
  batch: true,
  review: true,
  languages: true,
  'project.update': true,
  'template.delete': true,
  undo: true,
  restore: true,
} satisfies Record<ChangeAction, true>) as ChangeAction[];

/** The filter is kept in the address. Days are those of the person's time zone. */
export function filterOf(address: URLSearchParams): ChangeFilter {
  const value = (name: string) => address.get(name) ?? undefined;
  return {
    action: ACTIONS.find((action) => action === value('action')),
    apiKeyId: value('apiKey'),
    personId: value('person'),
    language: value('language'),
    namespace: value('namespace'),
    since: timeOf(value('from'), 'T00:00:00'),
    until: timeOf(value('to'), 'T23:59:59.999'),
  };
}

function timeOf(day: string | undefined, time: string): string | undefined {
  const date = new Date(`${day}${time}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Selects which changes are listed. @param changes those that are listed now: their authors can be chosen */
export function Filters({ project, changes }: { project: Schemas['ProjectDetails']; changes: readonly Change[] }) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const namespaces = useQuery(namespacesQuery(project.id));
  const { persons, apiKeys } = useAuthors(changes);
  const set = (name: string, value: string | null) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        // The namespace of keys without one is empty.
        if (value === null || (value === '' && name !== 'namespace')) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const chooser = (name: string) => ({
    value: address.get(name),
    onChange: (value: string | null) => set(name, value),
    placeholder: t('keys.all'),
    clearable: true,
    clearButtonProps: { 'aria-label': t('history.clear') },
    className: 'filter',
  });
  const day = (name: string) => ({
    type: 'date',
    value: address.get(name) ?? '',
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    className: 'filter',
  });
  return (
    <Group gap="sm" align="end" role="search" aria-label={t('history.filters')}>
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
      {address.size > 0 && (
        <Button variant="subtle" onClick={() => setAddress({}, { replace: true })}>
          {t('history.clearAll')}
        </Button>
      )}
    </Group>
  );
}

/** The authors that can be chosen: the authors of the list, and all of the organization if the caller may see them. */
function useAuthors(changes: readonly Change[]) {
  const canListKeys = useScope('api-keys:manage');
  const canListMembers = useScope('members:manage');
  const { data: apiKeys = [] } = useQuery({ ...apiKeysQuery, enabled: canListKeys });
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: canListMembers });
  return {
    persons: optionsOf([...changes.flatMap(({ person }) => person ?? []), ...members.map(({ person }) => person)]),
    apiKeys: optionsOf([...changes.flatMap(({ apiKey }) => apiKey ?? []), ...apiKeys]),
  };
}

function optionsOf(authors: readonly { id: string; name: string }[]) {
  const names = new Map(authors.map(({ id, name }) => [id, name]));
  return Array.from(names, ([value, label]) => ({ value, label }));
}
