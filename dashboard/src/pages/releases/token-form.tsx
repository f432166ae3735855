import { TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Form } from '../../components/dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { tokensQuery } from './releases-data';

/** Creates a delivery token. */
export function TokenForm({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useInputState('');
  return (
    <Form
      submit={t('delivery.create')}
      send={async () => {
        const params = { path: { id: projectId } };
        const body = { name: name.trim() };
        return bodyOf(await api.POST('/api/v1/projects/{id}/delivery-tokens', { params, body })).deliveryToken;
      }}
      onDone={async (token) => {
        onClose();
        await sayWhenShown(
          t('delivery.created', { name: token.name }),
          client.invalidateQueries({ queryKey: tokensQuery(projectId).queryKey }),
        );
      }}
      onCancel={onClose}
      isComplete={name.trim() !== ''}
    >
      {(errors) => (
        <TextInput
          label={t('delivery.name')}
          description={t('delivery.nameHint')}
          value={name}
          onChange={setName}
          maxLength={200}
          error={errors.get('/name')}
          data-autofocus
        />
      )}
    </Form>
  );
}
