import { Select, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { namespacesQuery } from '../../api/queries';
import { CHECK_CODES } from '../../components/texts/messages';
import { STATES } from '../../components/texts/state';
import { languageName } from '../../languages';
import type { KeysAddress } from './address';

export interface FilterProps {
  project: Pick<Schemas['ProjectDetails'], 'id' | 'targetLanguages'>;
  address: KeysAddress;
}

/** The lists open inside of the popover with the fields: a click in them does not close it. */
const INSIDE = { withinPortal: false };

/** The fields with which a filter is added. */
export function FilterFields({ project, address }: FilterProps) {
  const { t } = useTranslation();
  const { tags, set } = address;
  return (
    <Stack gap="xs">
      <Namespaces project={project} address={address} />
      <Status project={project} address={address} />
      <Checks address={address} />
      <TagsInput
        label={t('keys.tags')}
        placeholder={tags.length > 0 ? undefined : t('keys.all')}
        value={tags}
        onChange={(value) => set({ tag: value.length > 0 ? value.join(',') : undefined })}
        comboboxProps={INSIDE}
        clearable
      />
    </Stack>
  );
}

function Namespaces({ project, address: { query, set } }: FilterProps) {
  const { t } = useTranslation();
  const namespaces = useQuery(namespacesQuery(project.id));
  const names = namespaces.data?.map(({ name }) => name) ?? [];
  if (names.length < 2 && query.namespace === undefined) return null;
  return (
    <Select
      label={t('keys.namespace')}
      data={names.map((name) => ({ value: name, label: name || t('keys.noNamespace') }))}
      value={query.namespace ?? null}
      onChange={(name) => set({ namespace: name ?? undefined })}
      placeholder={t('keys.all')}
      comboboxProps={INSIDE}
      clearable
      searchable
      limit={200}
    />
  );
}

/** A finding of a text in one of the columns. */
function Checks({ address: { query, set } }: Pick<FilterProps, 'address'>) {
  const { t } = useTranslation();
  const data = [
    { value: 'any', label: t('checks.any') },
    ...CHECK_CODES.map((code) => ({ value: code, label: t(`checks.${code}`) })),
  ];
  return (
    <Select
      label={t('checks.label')}
      data={data}
      value={query.check ?? null}
      onChange={(value) => set({ check: value ?? undefined })}
      placeholder={t('keys.all')}
      comboboxProps={INSIDE}
      clearable
    />
  );
}

/** Untranslated in one language, or a state that a text in one of the columns has. */
function Status({ project, address: { query, set } }: FilterProps) {
  const { t, i18n } = useTranslation();
  const data = [
    {
      group: t('keys.untranslatedIn'),
      items: project.targetLanguages.map((tag) => ({
        value: `untranslated:${tag}`,
        label: languageName(tag, i18n.language),
      })),
    },
    {
      group: t('keys.inColumns'),
      items: [
        ...STATES.map((state) => ({ value: `state:${state}`, label: t(`states.${state}`) })),
        { value: 'outdated:true', label: t('states.outdated') },
      ],
    },
  ];
  const chosen =
    query.untranslated !== undefined
      ? `untranslated:${query.untranslated}`
      : query.state !== undefined
        ? `state:${query.state}`
        : query.outdated
          ? 'outdated:true'
          : null;
  const choose = (value: string | null) => {
    const [name, of] = value?.split(':') ?? [];
    set({ untranslated: undefined, state: undefined, outdated: undefined, ...(name !== undefined && { [name]: of }) });
  };
  return (
    <Select
      label={t('keys.status')}
      data={data}
      value={chosen}
      onChange={choose}
      placeholder={t('keys.all')}
      comboboxProps={INSIDE}
      clearable
    />
  );
}
