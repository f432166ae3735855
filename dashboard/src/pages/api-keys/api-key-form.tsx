import { Checkbox, MultiSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { allProjectsQuery } from '../../api/queries';
import { Form } from '../../components/dialog';

type Scope = Schemas['ApiKey']['scopes'][number];

/** Creates an API key with some of the scopes. */
export function ApiKeyForm({
  scopes: grantable,
  canLimit,
  mustLimit = false,
  create,
  onCancel,
  onCreated,
}: {
  scopes: readonly Scope[];
  /** Whether the projects of the API key are among those that the caller sees. */
  canLimit: boolean;
  mustLimit?: boolean;
  create: (body: Schemas['CreateApiKey']) => Promise<Schemas['NewApiKey']>;
  onCancel: () => void;
  onCreated: (apiKey: Schemas['NewApiKey']) => void;
}) {
  const { t } = useTranslation();
  const { data: projects = [] } = useQuery({ ...allProjectsQuery, enabled: canLimit });
  const [name, setName] = useInputState('');
  const [scopes, setScopes] = useState<string[]>(['projects:read', 'translations:read']);
  const [isLimited, setLimited] = useInputState(mustLimit);
  const [projectIds, setProjectIds] = useState<string[]>([]);
  const [expiry, setExpiry] = useInputState('');
  const [rateLimit, setRateLimit] = useState<string | number>('');
  return (
    <Form
      submit={t('apiKeys.create')}
      send={() =>
        create({
          name,
          scopes: scopes as Scope[],
          projectIds: isLimited ? projectIds : null,
          expiresAt: expiry === '' ? null : new Date(expiry).toISOString(),
          rateLimit: rateLimit === '' ? null : Number(rateLimit),
        })
      }
      onDone={onCreated}
      onCancel={onCancel}
      isComplete={name.trim() !== '' && scopes.length > 0 && (!isLimited || projectIds.length > 0)}
    >
      <TextInput
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHint')}
        value={name}
        onChange={setName}
        maxLength={200}
        data-autofocus
      />
      <Checkbox.Group label={t('apiKeys.scopes')} value={scopes} onChange={setScopes}>
        <Stack gap={6} mt="xs">
          {grantable.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} description={t(`scopes.${scope.replace(':', '_')}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {canLimit && <Switch label={t('apiKeys.limit')} checked={isLimited} disabled={mustLimit} onChange={setLimited} />}
      {isLimited && (
        <MultiSelect
          label={t('apiKeys.projects')}
          data={projects.map(({ id, name: label }) => ({ value: id, label }))}
          value={projectIds}
          onChange={setProjectIds}
          searchable
        />
      )}
      <TextInput
        type="datetime-local"
        label={t('apiKeys.expires')}
        description={t('apiKeys.expiresHint')}
        value={expiry}
        onChange={setExpiry}
      />
      <NumberInput
        label={t('apiKeys.rateLimit')}
        description={t('apiKeys.rateLimitHint')}
        value={rateLimit}
        onChange={setRateLimit}
        min={1}
        allowDecimal={false}
      />
    </Form>
  );
}
