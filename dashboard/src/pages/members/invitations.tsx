import { Menu, Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { ActionsMenu } from '../../components/actions-menu';
import { Confirm } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { sayWhenShown } from '../../components/say-when-shown';
import { TableWithActions } from '../../components/table-with-actions';
import { Time } from '../../components/time';
import { LanguageNames, ProjectNames } from './limits';

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/invitations', { signal })).invitations,
});

/** The invitations that can be accepted. */
export function Invitations() {
  const { t } = useTranslation();
  const invitations = useQuery(invitationsQuery);
  return (
    <Stack gap="sm" component="section" aria-label={t('members.invitations')}>
      <Title order={2} size="h4">
        {t('members.invitations')}
      </Title>
      <Loaded query={invitations}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{t('members.noInvitations')}</Text>
          ) : (
            <TableWithActions
              columns={[
                t('account.email'),
                t('members.role'),
                t('members.languages'),
                t('apiKeys.projects'),
                t('apiKeys.expires'),
              ]}
            >
              {list.map((invitation) => (
                <Row key={invitation.id} invitation={invitation} />
              ))}
            </TableWithActions>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Row({
  invitation: { id, email, role, languages, projectIds, expiresAt },
}: {
  invitation: Schemas['Invitation'];
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{email}</Table.Td>
      <Table.Td>{t(`roles.${role}`)}</Table.Td>
      <Table.Td>
        <LanguageNames tags={languages} />
      </Table.Td>
      <Table.Td>
        <ProjectNames ids={projectIds} />
      </Table.Td>
      <Table.Td>
        <Time value={expiresAt} />
      </Table.Td>
      <Table.Td>
        <ActionsMenu of={email}>
          <Menu.Item onClick={() => setAsking(true)}>{t('members.withdraw')}</Menu.Item>
        </ActionsMenu>
        <Confirm
          opened={isAsking}
          onClose={close}
          action={t('members.withdraw')}
          send={async () => bodyOf(await api.DELETE('/api/v1/invitations/{id}', { params: { path: { id } } }))}
          onDone={async () => {
            close();
            await sayWhenShown(
              t('members.withdrawn', { email }),
              client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
            );
          }}
          color="red"
        >
          <Text>{t('members.withdrawQuestion', { email })}</Text>
        </Confirm>
      </Table.Td>
    </Table.Tr>
  );
}
