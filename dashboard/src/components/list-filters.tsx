import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { apiKeysQuery, membersQuery } from '../api/queries';
import { useScope } from '../session';
import { usePersonName } from './person-name';

/** Somebody who did something that a list has. */
interface Author {
  id: string;
  name: string;
}

/** Returns the time at which a day of the person's time zone begins or ends, for the API; undefined for no day. */
export const beginOf = (day: string | null): string | undefined => timeOf(day, 'T00:00:00');
export const endOf = (day: string | null): string | undefined => timeOf(day, 'T23:59:59.999');

function timeOf(day: string | null, time: string): string | undefined {
  const date = new Date(`${day}${time}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/**
 * Returns the properties of the fields of a filter, which is kept in the address.
 *
 * @param emptyName of the field for which an empty value is a choice
 */
export function useFilterFields(emptyName?: string) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const set = (name: string, value: string | null) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null || (value === '' && name !== emptyName)) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    address,
    chooser: (name: string) => ({
      value: address.get(name),
      onChange: (value: string | null) => set(name, value),
      placeholder: t('keys.all'),
      clearable: true,
      clearButtonProps: { 'aria-label': t('history.clear') },
      className: 'filter',
    }),
    day: (name: string) => ({
      type: 'date',
      value: address.get(name) ?? '',
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
      className: 'filter',
    }),
  };
}

/** The fields of a filter in a row, with the button that clears them. */
export function ListFilters({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  return (
    <Group gap="sm" align="end" role="search" aria-label={t('history.filters')}>
      {children}
      {address.size > 0 && (
        <Button variant="subtle" onClick={() => setAddress({}, { replace: true })}>
          {t('history.clearAll')}
        </Button>
      )}
    </Group>
  );
}

/** The authors that can be chosen: the authors of the list, and all of the organization if the caller may see them. */
export function useAuthors(listed: readonly { person: Author | null; apiKey: Author | null }[]) {
  const personName = usePersonName();
  const canListKeys = useScope('api-keys:manage');
  const canListMembers = useScope('members:manage');
  const { data: apiKeys = [] } = useQuery({ ...apiKeysQuery, enabled: canListKeys });
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: canListMembers });
  const persons = [...listed.flatMap(({ person }) => person ?? []), ...members.map(({ person }) => person)];
  return {
    persons: optionsOf(persons.map(({ id, name }) => ({ id, name: personName(name) }))),
    apiKeys: optionsOf([...listed.flatMap(({ apiKey }) => apiKey ?? []), ...apiKeys]),
  };
}

function optionsOf(authors: readonly Author[]) {
  const names = new Map(authors.map(({ id, name }) => [id, name]));
  return Array.from(names, ([value, label]) => ({ value, label }));
}
