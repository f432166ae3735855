import { Badge, Menu, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../components/actions-menu';
import { TableWithActions } from '../../components/table-with-actions';
import { Time } from '../../components/time';
import { planName } from '../../plans';
import type { Opened, Organization } from './index';

export function OrganizationTable({
  organizations,
  onOpen,
}: {
  organizations: readonly Organization[];
  onOpen: (opened: Opened) => void;
}) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <TableWithActions columns={[t('organizations.name'), t('plan.plan'), t('plan.limit'), t('organizations.created')]}>
      {organizations.map((organization) => (
        <Table.Tr key={organization.id}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {organization.name}
            </Text>
            {organization.bootstrap && (
              <Badge size="sm" variant="default">
                {t('organizations.own')}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>{planName(organization.plan)}</Table.Td>
          <Table.Td>{number.format(organization.rateLimit)}</Table.Td>
          <Table.Td>
            <Time value={organization.createdAt} />
          </Table.Td>
          <Table.Td>
            <ActionsMenu of={organization.name}>
              <Menu.Item onClick={() => onOpen({ dialog: 'change', organization })}>
                {t('organizations.change')}
              </Menu.Item>
              <Menu.Item onClick={() => onOpen({ dialog: 'api-key', organization })}>{t('apiKeys.create')}</Menu.Item>
              {!organization.bootstrap && (
                <Menu.Item onClick={() => onOpen({ dialog: 'delete', organization })}>
                  {t('organizations.delete')}
                </Menu.Item>
              )}
            </ActionsMenu>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableWithActions>
  );
}
