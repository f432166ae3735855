import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { ConfirmByName } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import type { Organization } from './index';

export function DeleteOrganization({
  organization,
  opened,
  onClose,
  onDone,
}: {
  organization: Organization;
  opened: boolean;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const params = { path: { id: organization.id } };
  return (
    <ConfirmByName
      name={organization.name}
      opened={opened}
      onClose={onClose}
      action={t('organizations.delete')}
      send={async () => bodyOf(await api.DELETE('/api/v1/organizations/{id}', { params }))}
      onDone={async () => {
        await sayWhenShown(t('organizations.deleted', { name: organization.name }), onDone());
      }}
    >
      <Text size="sm">{t('organizations.deleteQuestion', { name: organization.name })}</Text>
    </ConfirmByName>
  );
}
