import { Card, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usageQuery } from '../api/queries';
import { Loaded } from '../components/loaded';
import { Page } from '../components/page';
import { planName, PLANS } from '../plans';

const entriesOf = <Name extends string, Value>(record: Record<Name, Value>) =>
  Object.entries(record) as [Name, Value][];

/** The plan of the organization, and how much of its limit is used in this minute. */
export function PlanPage() {
  const { t, i18n } = useTranslation();
  const usage = useQuery(usageQuery);
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Page title={t('nav.plan')} hint={t('plan.hint')}>
      <Loaded query={usage}>
        {({ organization, limit, remaining, reset }) => (
          <>
            <Card withBorder maw={640}>
              <Stack gap="xs">
                <Group justify="space-between">
                  <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {organization.name}
                  </Text>
                  <Text fw={600}>{planName(organization.plan)}</Text>
                </Group>
                <Progress.Root size="lg">
                  <Progress.Section
                    value={(100 * (limit - remaining)) / limit}
                    color={remaining < limit / 10 ? 'red' : 'teal'}
                    aria-label={t('plan.used')}
                  />
                </Progress.Root>
                <Group justify="space-between">
                  <Text size="sm" data-testid="usage">
                    {t('plan.requests', { used: number.format(limit - remaining), limit: number.format(limit) })}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {t('plan.reset', { count: reset })}
                  </Text>
                </Group>
              </Stack>
            </Card>
            <Table maw={640}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('plan.plan')}</Table.Th>
                  <Table.Th>{t('plan.limit')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {entriesOf(PLANS).map(([plan, value]) => (
                  <Table.Tr key={plan} fw={plan === organization.plan ? 700 : undefined}>
                    <Table.Td>{planName(plan)}</Table.Td>
                    <Table.Td>{value === undefined ? t('plan.agreed') : number.format(value)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </>
        )}
      </Loaded>
    </Page>
  );
}
