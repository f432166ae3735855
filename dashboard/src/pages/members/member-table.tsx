import { Badge, Menu, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { membersQuery, meQuery } from '../../api/queries';
import { ActionsMenu } from '../../components/actions-menu';
import { Confirm, Dialog } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { TableWithActions } from '../../components/table-with-actions';
import { useMe } from '../../session';
import { LanguageNames, ProjectNames } from './limits';
import { MemberForm } from './member-form';

type Member = Schemas['Member'];
type OnLink = (link: { name: string; secret: string }) => void;

export function MemberTable({ members, onLink }: { members: readonly Member[]; onLink: OnLink }) {
  const { t } = useTranslation();
  const { person: own } = useMe();
  return (
    <TableWithActions columns={[t('members.person'), t('members.role'), t('members.languages'), t('apiKeys.projects')]}>
      {members.map((member) => (
        <Table.Tr key={member.id}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {member.person.name}
            </Text>
            <Text size="xs" c="dimmed">
              {member.person.email}
            </Text>
            {member.person.id === own?.id && (
              <Badge size="sm" variant="default">
                {t('members.self')}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>{t(`roles.${member.role}`)}</Table.Td>
          <Table.Td>
            <LanguageNames tags={member.languages} />
          </Table.Td>
          <Table.Td>
            <ProjectNames ids={member.projectIds} />
          </Table.Td>
          <Table.Td>
            <MemberMenu member={member} onLink={onLink} />
          </Table.Td>
        </Table.Tr>
      ))}
    </TableWithActions>
  );
}

/** Changes a member, makes a link for a new password, or ends the membership. */
function MemberMenu({ member, onLink }: { member: Member; onLink: OnLink }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { person: own, role: ownRole } = useMe();
  const [opened, setOpened] = useState<'change' | 'link' | 'remove'>();
  const { name } = member.person;
  const isOwn = member.person.id === own?.id;
  const params = { path: { id: member.id } };
  const close = () => setOpened(undefined);
  const onChanged = async (message: string) => {
    close();
    // A person who changes the own membership is signed out by it, or may do something else now.
    if (isOwn) await client.invalidateQueries({ queryKey: meQuery.queryKey });
    await sayWhenShown(message, client.invalidateQueries({ queryKey: membersQuery.queryKey }));
  };
  return (
    <>
      <ActionsMenu of={name}>
        <Menu.Item onClick={() => setOpened('change')}>{t('members.change')}</Menu.Item>
        {ownRole === 'owner' && !isOwn && (
          <Menu.Item onClick={() => setOpened('link')}>{t('members.passwordLink')}</Menu.Item>
        )}
        <Menu.Item onClick={() => setOpened('remove')}>{t('members.remove')}</Menu.Item>
      </ActionsMenu>
      <Dialog opened={opened === 'change'} onClose={close} title={name}>
        <MemberForm
          member={member}
          submit={t('save')}
          send={async (_, body) => bodyOf(await api.PATCH('/api/v1/members/{id}', { params, body }))}
          onDone={() => onChanged(t('members.changed', { name }))}
          onCancel={close}
        >
          <Text size="sm" c="dimmed">
            {t('members.changeHint')}
          </Text>
        </MemberForm>
      </Dialog>
      <Confirm
        opened={opened === 'link'}
        onClose={close}
        action={t('members.passwordLink')}
        send={async () => bodyOf(await api.POST('/api/v1/members/{id}/password-link', { params })).link}
        onDone={(secret) => {
          close();
          onLink({ name, secret });
        }}
      >
        <Text>{t('members.passwordLinkQuestion', { name })}</Text>
      </Confirm>
      <Confirm
        opened={opened === 'remove'}
        onClose={close}
        action={t('members.remove')}
        send={async () => bodyOf(await api.DELETE('/api/v1/members/{id}', { params }))}
        onDone={() => onChanged(t('members.removed', { name }))}
        color="red"
      >
        <Text>{t('members.removeQuestion', { name })}</Text>
      </Confirm>
    </>
  );
}
