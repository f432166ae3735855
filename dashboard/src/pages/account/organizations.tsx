import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { meQuery } from '../../api/queries';
import { Confirm } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { useMe } from '../../session';

type OwnOrganization = Schemas['OwnPerson']['organizations'][number];

/** The organizations of the person. Another one than that of this session can be left. */
export function Organizations({ organizations }: { organizations: readonly OwnOrganization[] }) {
  const { t } = useTranslation();
  const { organization: current } = useMe();
  const client = useQueryClient();
  const [left, setLeft] = useState<OwnOrganization>();
  const close = () => setLeft(undefined);
  return (
    <Stack gap="xs">
      {organizations.map((organization) => (
        <Group key={organization.id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {organization.name} · {t(`roles.${organization.role}`)}
          </Text>
          {organization.id !== current.id && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('account.leaveOf', { name: organization.name })}
              onClick={() => setLeft(organization)}
            >
              {t('account.leave')}
            </Button>
          )}
        </Group>
      ))}
      <Confirm
        opened={left !== undefined}
        onClose={close}
        action={t('account.leave')}
        send={async () =>
          bodyOf(await api.DELETE('/api/v1/me/organizations/{id}', { params: { path: { id: left?.id ?? '' } } }))
        }
        onDone={async () => {
          close();
          await sayWhenShown(
            t('account.left', { name: left?.name }),
            client.invalidateQueries({ queryKey: meQuery.queryKey }),
          );
        }}
      >
        {t('account.leaveQuestion', { name: left?.name })}
      </Confirm>
    </Stack>
  );
}
