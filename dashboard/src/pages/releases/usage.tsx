import './releases.css';
import { Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../components/size';
import type { UsageOfDay } from './releases-data';
import { formatDay, UsageChart } from './usage-chart';

/** How much was loaded on each day, as a chart of requests or bytes, and as a table that screen readers always have. */
export function Usage({ days }: { days: readonly UsageOfDay[] }) {
  const { t, i18n } = useTranslation();
  const [unit, setUnit] = useState<'requests' | 'bytes'>('requests');
  const [isTable, { toggle }] = useDisclosure();
  const number = new Intl.NumberFormat(i18n.language);
  const write = (value: number) => (unit === 'bytes' ? formatSize(value, i18n.language) : number.format(value));
  if (days.every(({ requests }) => requests === 0)) return <Text c="dimmed">{t('delivery.noUsage')}</Text>;
  return (
    <Stack gap="sm" maw={820}>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('delivery.unit')}
          data={[
            { value: 'requests', label: t('delivery.requests') },
            { value: 'bytes', label: t('delivery.bytes') },
          ]}
          value={unit}
          onChange={setUnit}
        />
        <Button size="xs" variant="default" onClick={toggle} aria-pressed={isTable}>
          {t('delivery.table')}
        </Button>
      </Group>
      <UsageChart days={days.map((day) => ({ day: day.day, value: day[unit] }))} write={write} />
      <div className={isTable ? undefined : 'visually-hidden'}>
        <Table captionSide="top">
          <Table.Caption>{t('delivery.usage')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('delivery.day')}</Table.Th>
              <Table.Th>{t('delivery.requests')}</Table.Th>
              <Table.Th>{t('delivery.bytes')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(({ day, requests, bytes }) => (
              <Table.Tr key={day}>
                <Table.Td>{formatDay(day, i18n.language)}</Table.Td>
                <Table.Td>{number.format(requests)}</Table.Td>
                <Table.Td>{formatSize(bytes, i18n.language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Stack>
  );
}
