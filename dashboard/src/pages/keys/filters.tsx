import { Button, Collapse, Group, type MantineStyleProps, Select, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { namespacesQuery } from '../../api/queries';
import { ProjectLanguagesSelect } from '../../components/project-language-select';
import { CHECK_CODES } from '../../components/texts/messages';
import { STATES } from '../../components/texts/state';
import { languageName } from '../../languages';
import type { KeysAddress } from './address';

interface FiltersProps {
  project: Pick<Schemas['ProjectDetails'], 'id' | 'targetLanguages'>;
  address: KeysAddress;
}

/** The search, the filters, the order and the columns of the grid. */
export function Filters({ project, address }: FiltersProps) {
  const { t } = useTranslation();
  const { query, columns, tags, set } = address;
  const [search, setSearch] = useState(query.search ?? '');
  const apply = useDebouncedCallback((value: string) => set({ search: value || undefined }), 200);
  const isWide = useMediaQuery('(min-width: 48em)', true);
  const [isOpen, { toggle }] = useDisclosure();
  const sorts = [
    { value: 'name', label: t('keys.byName') },
    { value: '-updatedAt', label: t('keys.byTime') },
  ];
  const columnsSelect = (size: MantineStyleProps) => (
    <ProjectLanguagesSelect
      label={t('keys.columns')}
      tags={project.targetLanguages}
      value={columns}
      onChange={(value) => set({ languages: value.join(',') })}
      {...size}
    />
  );
  return (
    <div>
      <Group gap="sm" align="end" wrap="nowrap">
        <TextInput
          label={t('keys.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            apply(event.currentTarget.value);
          }}
          type="search"
          style={{ flex: 1 }}
        />
        {isWide ? (
          columnsSelect({ miw: 240, maw: 420 })
        ) : (
          <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
            {t('keys.filters')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isWide || isOpen}>
        <Group gap="sm" align="end" mt="xs">
          {!isWide && columnsSelect({ w: '100%' })}
          <Namespaces projectId={project.id} value={query.namespace} onChange={(namespace) => set({ namespace })} />
          <Status project={project} address={address} />
          <Checks address={address} />
          <TagsInput
            label={t('keys.tags')}
            placeholder={tags.length > 0 ? undefined : t('keys.all')}
            value={tags}
            onChange={(value) => set({ tag: value.length > 0 ? value.join(',') : undefined })}
            clearable
            className="filter"
          />
          <Select
            label={t('keys.sort')}
            data={sorts}
            value={query.sort ?? 'name'}
            onChange={(value) => set({ sort: value === 'name' ? undefined : (value ?? undefined) })}
            allowDeselect={false}
            className="filter"
          />
        </Group>
      </Collapse>
    </div>
  );
}

function Namespaces({
  projectId,
  value,
  onChange,
}: {
  projectId: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const namespaces = useQuery(namespacesQuery(projectId));
  const names = namespaces.data?.map(({ name }) => name) ?? [];
  if (names.length < 2 && value === undefined) return null;
  return (
    <Select
      label={t('keys.namespace')}
      data={names.map((name) => ({ value: name, label: name || t('keys.noNamespace') }))}
      value={value ?? null}
      onChange={(name) => onChange(name ?? undefined)}
      placeholder={t('keys.all')}
      clearable
      searchable
      limit={200}
      className="filter"
    />
  );
}

/** A finding of a text in one of the columns. */
function Checks({ address: { query, set } }: { address: KeysAddress }) {
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
      clearable
      className="filter"
    />
  );
}

/** Untranslated in one language, or a state that a text in one of the columns has. */
function Status({ project, address }: FiltersProps) {
  const { t, i18n } = useTranslation();
  const { query, set } = address;
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
      clearable
      className="filter"
    />
  );
}
