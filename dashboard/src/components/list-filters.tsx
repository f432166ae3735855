import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { apiKeysQuery, membersQuery } from '../api/queries';
import { useScope } from '../session';
import { RemovableChip, ToggleChip } from './chip';
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

/** Lists with so many values have no search. */
const MAX_UNSEARCHED = 15;

/** A value of a filter, with the text of its chip. */
interface Choice {
  value: string;
  label: string;
}

/** A field of a filter, as the address names it. */
export interface FilterField {
  name: string;
  label: string;
  /** The values that can be chosen; undefined: it is a day. */
  choices?: readonly Choice[];
  /** Whether an empty value is a choice. */
  allowsEmpty?: boolean;
}

/** A value of a field that can be switched on without opening the fields. */
export interface QuickFilter extends Choice {
  name: string;
}

/** The filter of a list, which is kept in the address: what is chosen as chips, and the fields behind a button. */
export function ListFilters({
  fields,
  quick = [],
}: {
  fields: readonly FilterField[];
  quick?: readonly QuickFilter[];
}) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const set = ({ name, allowsEmpty = false }: Pick<FilterField, 'name' | 'allowsEmpty'>, value: string | null) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null || (value === '' && !allowsEmpty)) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const isQuick = (name: string) => quick.some((chip) => chip.name === name && chip.value === address.get(name));
  const chosen = fields.filter(({ name }) => address.has(name) && !isQuick(name));
  return (
    <div className="filter-row" role="search" aria-label={t('history.filters')}>
      {chosen.length + quick.length > 0 && (
        <div className="filter-chips">
          {chosen.map((field) => (
            <RemovableChip key={field.name} name={field.label} onRemove={() => set(field, null)}>
              <Value field={field} value={address.get(field.name) ?? ''} />
            </RemovableChip>
          ))}
          {quick.map(({ name, value, label }) => {
            const isOn = address.get(name) === value;
            return (
              <ToggleChip
                key={`${name} ${value}`}
                label={label}
                isOn={isOn}
                onToggle={() => set({ name }, isOn ? null : value)}
              />
            );
          })}
        </div>
      )}
      <Popover position="bottom-start" trapFocus width={280}>
        <Popover.Target>
          <Button size="xs" variant="default">
            {t('filters.add')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('history.filters')}>
          <Stack gap="xs">
            {fields.map((field) => (
              <Field
                key={field.name}
                field={field}
                value={address.get(field.name)}
                set={(value) => set(field, value)}
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {address.size > 0 && (
        <Button size="xs" variant="subtle" onClick={() => setAddress({}, { replace: true })}>
          {t('history.clearAll')}
        </Button>
      )}
    </div>
  );
}

function Value({ field: { choices }, value }: { field: FilterField; value: string }) {
  const { i18n } = useTranslation();
  if (choices) return <bdi>{choices.find((choice) => choice.value === value)?.label ?? value}</bdi>;
  const begin = beginOf(value);
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return begin === undefined ? value : day.format(new Date(begin));
}

interface FieldProps {
  field: FilterField;
  value: string | null;
  set: (value: string | null) => void;
}

function Field({ field: { label, choices }, value, set }: FieldProps) {
  const { t } = useTranslation();
  if (!choices)
    return (
      <TextInput type="date" label={label} value={value ?? ''} onChange={(event) => set(event.currentTarget.value)} />
    );
  return (
    <Select
      label={label}
      data={choices}
      value={value}
      onChange={set}
      placeholder={t('keys.all')}
      clearable
      clearButtonProps={{ 'aria-label': t('history.clear') }}
      searchable={choices.length > MAX_UNSEARCHED}
      limit={200}
      // A list inside of the popover: a click in it does not close the popover.
      comboboxProps={{ withinPortal: false }}
    />
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
