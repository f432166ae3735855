import { Badge, Button, Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Loaded } from '../../components/loaded';
import { sayWhenShown } from '../../components/say-when-shown';
import { TableWithActions } from '../../components/table-with-actions';
import { Time } from '../../components/time';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/me/sessions', { signal })).sessions,
});

/** The sessions of the person. Another one than this can be ended. */
export function Sessions() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: async (id: string) =>
      bodyOf(await api.DELETE('/api/v1/me/sessions/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await sayWhenShown(t('account.sessionEnded'), client.invalidateQueries({ queryKey: sessionsQuery.queryKey }));
    },
  });
  return (
    <Stack gap="sm" component="section" aria-label={t('account.sessions')}>
      <div>
        <Title order={2} size="h4">
          {t('account.sessions')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('account.sessionsHint')}
        </Text>
      </div>
      <Loaded query={sessions}>
        {(list) => (
          <TableWithActions
            columns={[t('account.browser'), t('account.address'), t('account.organization'), t('account.lastUsed')]}
          >
            {list.map(({ id, current, userAgent, address, organization, lastUsedAt }) => {
              const browser = browserOf(userAgent) ?? t('account.unknownBrowser');
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Text size="sm" title={userAgent ?? undefined}>
                      {browser}
                    </Text>
                    {current && (
                      <Badge size="sm" variant="default">
                        {t('account.thisSession')}
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td>{address}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{organization}</Table.Td>
                  <Table.Td>
                    <Time value={lastUsedAt} />
                  </Table.Td>
                  <Table.Td>
                    {!current && (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={t('account.endSessionOf', { name: browser })}
                        loading={end.isPending && end.variables === id}
                        onClick={() => end.mutate(id)}
                      >
                        {t('account.endSession')}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </TableWithActions>
        )}
      </Loaded>
    </Stack>
  );
}

/** The tokens of a `User-Agent` and the name they stand for: the first one that it has counts. */
const BROWSERS = { 'Edg/': 'Edge', 'OPR/': 'Opera', 'Firefox/': 'Firefox', 'Chrome/': 'Chrome', 'Safari/': 'Safari' };
const SYSTEMS = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  Linux: 'Linux',
};

/** Returns the name of a browser and its system, or the begin of a `User-Agent` that has no known one. */
function browserOf(userAgent: string | null): string | undefined {
  if (userAgent === null) return undefined;
  const find = (names: Record<string, string>) =>
    Object.entries(names).find(([token]) => userAgent.includes(token))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(', ') : userAgent.slice(0, 40);
}
