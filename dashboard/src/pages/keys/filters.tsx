import { Button, Popover, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../components/icons';
import { ProjectLanguagesSelect } from '../../components/project-language-select';
import { languageName } from '../../languages';
import { ChosenFilters, QuickFilters } from './chosen-filters';
import { DisplayMenu } from './display-menu';
import { FilterFields, type FilterProps } from './filter-fields';
import { ViewsMenu } from './views-menu';

/** The search, the filters as chips, the columns, the saved views and the display of the grid, in one row. */
export function Filters({ project, address }: FilterProps) {
  const { t } = useTranslation();
  return (
    <div className="filter-row" role="search" aria-label={t('keys.filters')}>
      <Search address={address} />
      <div className="filter-chips">
        <ChosenFilters project={project} address={address} />
        <QuickFilters project={project} address={address} />
      </div>
      <Popover position="bottom-start" trapFocus width={280}>
        <Popover.Target>
          <Button size="xs" variant="default">
            {t('filters.add')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('keys.filters')}>
          <FilterFields project={project} address={address} />
        </Popover.Dropdown>
      </Popover>
      <div className="filter-row-end">
        <Columns project={project} address={address} />
        <ViewsMenu projectId={project.id} />
        <DisplayMenu address={address} />
      </div>
    </div>
  );
}

function Search({ address: { query, set } }: Pick<FilterProps, 'address'>) {
  const { t } = useTranslation();
  const [search, setSearch] = useState(query.search ?? '');
  // A view or a link has brought another search.
  const [shown, setShown] = useState(query.search);
  if (shown !== query.search) {
    setShown(query.search);
    if (query.search !== search.trim()) setSearch(query.search ?? '');
  }
  const apply = useDebouncedCallback((value: string) => set({ search: value || undefined }), 200);
  return (
    <TextInput
      aria-label={t('keys.search')}
      placeholder={t('keys.search')}
      leftSection={<SearchIcon />}
      value={search}
      onChange={(event) => {
        setSearch(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
      type="search"
      size="xs"
      className="filter-search"
    />
  );
}

/** The languages that are columns. */
function Columns({ project, address: { columns, set } }: FilterProps) {
  const { t, i18n } = useTranslation();
  const [first] = columns;
  const label =
    columns.length === 1 && first !== undefined
      ? languageName(first, i18n.language)
      : t('filters.languages', { count: columns.length });
  return (
    <Popover position="bottom-end" trapFocus width={400}>
      <Popover.Target>
        <Button size="xs" variant="default" aria-label={`${t('keys.columns')}: ${label}`}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('keys.columns')}>
        <ProjectLanguagesSelect
          label={t('keys.columns')}
          tags={project.targetLanguages}
          value={columns}
          onChange={(value) => set({ languages: value.join(',') })}
          comboboxProps={{ withinPortal: false }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
