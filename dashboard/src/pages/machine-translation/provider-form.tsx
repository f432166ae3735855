import { NumberInput, PasswordInput, Select, TextInput, Title } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { Form } from '../../components/dialog';
import { PROVIDERS, useProviderName } from '../../components/provider-name';

type Provider = Schemas['OrganizationProvider'];

/** Sets the organization's own provider. An API key that is there is never shown; it stays if nothing is typed. */
export function ProviderForm({
  provider: own,
  onDone,
}: {
  provider: Schemas['OrganizationProvider'] | null;
  onDone: () => unknown;
}) {
  const { t } = useTranslation();
  const [provider, setProvider] = useState<Provider['provider']>(own?.provider ?? 'deepl');
  const [url, setUrl] = useInputState(own?.url ?? '');
  const [apiKey, setApiKey] = useInputState('');
  const [model, setModel] = useInputState(own?.model ?? '');
  const [limit, setLimit] = useState<string | number>(own?.charactersPerMonth ?? '');
  const languageModel = useProviderName('openai') ?? '';
  const keepsKey = own?.hasApiKey === true && own.provider === provider && (own.url ?? '') === url.trim();
  return (
    <Form
      submit={t('save')}
      send={async () => {
        const body = {
          provider,
          url: url.trim() || null,
          ...(apiKey !== '' && { apiKey }),
          model: provider === 'openai' ? model.trim() || null : null,
          charactersPerMonth: limit === '' ? null : Number(limit),
        };
        return bodyOf(await api.PUT('/api/v1/machine-translation/provider', { body }));
      }}
      onDone={onDone}
    >
      {(errors) => (
        <>
          <Title order={2} size="h4">
            {t('machineTranslation.own')}
          </Title>
          <Select
            label={t('machineTranslation.provider')}
            data={PROVIDERS.map(({ id, name }) => ({ value: id, label: name ?? languageModel }))}
            value={provider}
            onChange={(value) => setProvider(value ?? provider)}
            allowDeselect={false}
          />
          <TextInput
            type="url"
            label={t('machineTranslation.url')}
            description={t('machineTranslation.urlHint')}
            value={url}
            onChange={setUrl}
            error={errors.get('/url')}
            maxLength={2_048}
          />
          <PasswordInput
            label={t('machineTranslation.apiKey')}
            description={t(keepsKey ? 'machineTranslation.apiKeyStays' : 'machineTranslation.apiKeyHint')}
            value={apiKey}
            onChange={setApiKey}
            error={errors.get('/apiKey')}
            maxLength={1_000}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('machineTranslation.showApiKey') }}
          />
          {provider === 'openai' && (
            <TextInput
              label={t('machineTranslation.model')}
              value={model}
              onChange={setModel}
              error={errors.get('/model')}
              maxLength={200}
            />
          )}
          <NumberInput
            label={t('machineTranslation.limit')}
            description={t('machineTranslation.limitHint')}
            value={limit}
            onChange={setLimit}
            error={errors.get('/charactersPerMonth')}
            min={1}
            max={1_000_000_000_000}
            allowDecimal={false}
            hideControls
          />
        </>
      )}
    </Form>
  );
}
