import { Button, Popover, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterProps } from './filter-fields';

const DENSITIES = ['comfortable', 'compact'] as const;

/** The order of the keys, and how close together they stand. */
export function DisplayMenu({ address: { query, set } }: Pick<FilterProps, 'address'>) {
  const { t } = useTranslation();
  const [density, setDensity] = useLocalStorage<(typeof DENSITIES)[number]>({
    key: 'glossa.density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  const sorts = [
    { value: 'name', label: t('keys.byName') },
    { value: '-updatedAt', label: t('keys.byTime') },
  ];
  return (
    <Popover position="bottom-end" trapFocus width={260}>
      <Popover.Target>
        <Button size="xs" variant="default">
          {t('display.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('display.title')}>
        <Stack gap="xs">
          <Select
            label={t('keys.sort')}
            data={sorts}
            value={query.sort ?? 'name'}
            onChange={(value) => set({ sort: value === 'name' ? undefined : (value ?? undefined) })}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('display.density')}
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('display.density')}
              value={density}
              onChange={(value) => setDensity(value)}
              data={DENSITIES.map((value) => ({ value, label: t(`display.${value}`) }))}
            />
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
