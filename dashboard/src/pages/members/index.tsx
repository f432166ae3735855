import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { membersQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Empty, Page } from '../../components/page';
import { SecretDialog } from '../../components/secret-dialog';
import { useScope } from '../../session';
import { Invitations, invitationsQuery } from './invitations';
import { MemberForm } from './member-form';
import { MemberTable } from './member-table';

export function MembersPage() {
  const { t } = useTranslation();
  const canManage = useScope('members:manage');
  return canManage ? (
    <Members />
  ) : (
    <Page title={t('nav.members')}>
      <Alert color="gray">{t('members.notAllowed')}</Alert>
    </Page>
  );
}

/** The persons of the organization, and those who are invited. */
function Members() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const members = useQuery(membersQuery);
  const [isInviting, { open, close }] = useDisclosure();
  const [link, setLink] = useState<{ name: string; secret: string }>();
  return (
    <Page
      title={t('nav.members')}
      hint={t('members.hint')}
      actions={<Button onClick={open}>{t('members.invite')}</Button>}
    >
      <Loaded query={members}>
        {(list) =>
          list.length === 0 ? <Empty title={t('members.empty')} /> : <MemberTable members={list} onLink={setLink} />
        }
      </Loaded>
      <Invitations />
      <Dialog opened={isInviting} onClose={close} title={t('members.invite')}>
        <MemberForm
          asksEmail
          submit={t('members.invite')}
          send={async (body) => bodyOf(await api.POST('/api/v1/invitations', { body }))}
          onCancel={close}
          onDone={({ invitation, link: secret }) => {
            close();
            setLink({ name: invitation.email, secret });
            void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
          }}
        />
      </Dialog>
      <SecretDialog isLink owner={link} onClose={() => setLink(undefined)} />
    </Page>
  );
}
