import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { namespacesQuery } from '../../api/queries';
import { beginOf, endOf, type FilterField, ListFilters, useAuthors } from '../../components/list-filters';
import { languageName } from '../../languages';
import { useMe } from '../../session';
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
  const { t, i18n } = useTranslation();
  const [address] = useSearchParams();
  const { person } = useMe();
  const { data: namespaces = [] } = useQuery(namespacesQuery(project.id));
  const { persons, apiKeys } = useAuthors(changes);
  const actionText = (action: ChangeAction) => t(`changes.actions.${action.replace('.', '_')}`);
  const languages = [project.sourceLanguage, ...project.targetLanguages];
  const fields: FilterField[] = [
    {
      name: 'action',
      label: t('history.action'),
      choices: ACTIONS.map((action) => ({ value: action, label: actionText(action) })),
    },
    { name: 'person', label: t('history.person'), choices: persons },
    { name: 'apiKey', label: t('history.apiKey'), choices: apiKeys },
    {
      name: 'language',
      label: t('import.language'),
      choices: languages.map((tag) => ({ value: tag, label: languageName(tag, i18n.language) })),
    },
    {
      name: 'namespace',
      label: t('keys.namespace'),
      choices: namespaces.map(({ name }) => ({ value: name, label: name || t('keys.noNamespace') })),
      // The namespace of keys without one is empty.
      allowsEmpty: true,
    },
    { name: 'from', label: t('history.from') },
    { name: 'to', label: t('history.to') },
  ];
  const isOffered = ({ name, choices }: FilterField) =>
    choices === undefined || choices.length > (name === 'namespace' ? 1 : 0) || address.has(name);
  const quick = [
    { name: 'action', value: 'import', label: t('history.imports') },
    ...(person ? [{ name: 'person', value: person.id, label: t('history.mine') }] : []),
  ];
  return <ListFilters fields={fields.filter(isOffered)} quick={quick} />;
}
