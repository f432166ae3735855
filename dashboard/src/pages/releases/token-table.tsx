import './releases.css';
import { Button, Code, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { CopyButton } from '../../components/copy-button';
import { Confirm } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { TableWithActions } from '../../components/table-with-actions';
import { Time } from '../../components/time';
import { useScope } from '../../session';
import { type DeliveryToken, tokensQuery } from './releases-data';

/** The delivery tokens of a project. Each can be copied, and revoked after a question. */
export function TokenTable({ projectId, tokens }: { projectId: string; tokens: readonly DeliveryToken[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canManage = useScope('releases:manage');
  const [revoked, setRevoked] = useState<DeliveryToken>();
  const close = () => setRevoked(undefined);
  return (
    <>
      <TableWithActions columns={[t('delivery.name'), t('delivery.token'), t('delivery.createdAt')]}>
        {tokens.map((token) => (
          <Table.Tr key={token.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{token.name}</Table.Td>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                <CopyButton size="compact-xs" text={token.token} of={token.name} style={{ flex: 'none' }} />
                <Code className="release-address">{token.token}</Code>
              </Group>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <Time value={token.createdAt} />
            </Table.Td>
            <Table.Td>
              {canManage && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setRevoked(token)}
                  aria-label={t('delivery.revokeOf', { name: token.name })}
                >
                  {t('delivery.revoke')}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </TableWithActions>
      <Confirm
        opened={revoked !== undefined}
        onClose={close}
        action={t('delivery.revoke')}
        send={async () => {
          const params = { path: { id: revoked?.id ?? '' } };
          return bodyOf(await api.DELETE('/api/v1/delivery-tokens/{id}', { params }));
        }}
        onDone={async () => {
          close();
          await sayWhenShown(
            t('delivery.revoked', { name: revoked?.name }),
            client.invalidateQueries({ queryKey: tokensQuery(projectId).queryKey }),
          );
        }}
        color="red"
      >
        <Text style={{ overflowWrap: 'anywhere' }}>{t('delivery.revokeQuestion', { name: revoked?.name })}</Text>
      </Confirm>
    </>
  );
}
