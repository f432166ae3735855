import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { usePersonName } from '../../components/person-name';
import { showDone } from '../../components/show-problem';
import { Time } from '../../components/time';
import { useBegin } from '../../session';

/** An invitation to another organization, which the person joins here without its link. */
export function InvitationItem({ invitation, isNew }: { invitation: Schemas['InboxInvitation']; isNew: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const begin = useBegin();
  const personName = usePersonName();
  const { id, organizationName, role, invitedBy, expiresAt } = invitation;
  const join = useMutation({
    mutationFn: async () => bodyOf(await api.POST('/api/v1/invitations/{id}/accept', { params: { path: { id } } })),
    onSuccess: async (me) => {
      await navigate('/projects');
      begin(me);
      showDone(t('inbox.joined', { name: organizationName }));
    },
    // The invitation was withdrawn or replaced, or has expired.
    onError: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  });
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {isNew && <span className="inbox-new">{t('inbox.new')}</span>}
        {invitedBy ? (
          <>
            <bdi className="inbox-author">{personName(invitedBy.name)}</bdi> {t('inbox.invites')}
          </>
        ) : (
          t('inbox.invited')
        )}{' '}
        · <bdi className="inbox-organization">{organizationName}</bdi> · {t(`roles.${role}`)} ·{' '}
        <Text span size="sm" c="dimmed">
          {t('inbox.validUntil')} <Time value={expiresAt} />
        </Text>
      </Text>
      <Button
        size="xs"
        loading={join.isPending}
        aria-label={t('inbox.joinOf', { name: organizationName })}
        onClick={() => join.mutate()}
      >
        {t('links.join')}
      </Button>
    </Group>
  );
}
