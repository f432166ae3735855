import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { Confirm, Dialog, Form } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { sayWhenShown } from '../../components/say-when-shown';
import { Time } from '../../components/time';
import { addPasskey, hasPasskeys, isCancelled, isKnown } from '../../passkeys';

type Passkey = Schemas['Passkey'];

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => bodyOf(await api.GET('/api/v1/me/passkeys', { signal })).passkeys,
});

/** The passkeys of the person, with which it signs in without a password. */
export function Passkeys() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const passkeys = useQuery(passkeysQuery);
  const [asked, setAsked] = useState<{ action: 'rename' | 'remove'; passkey: Passkey }>();
  const close = () => setAsked(undefined);
  const done = async (message: string) => {
    close();
    await sayWhenShown(message, client.invalidateQueries({ queryKey: passkeysQuery.queryKey }));
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('passkeys.hint')}
      </Text>
      <Loaded query={passkeys}>
        {(list) => list.map((passkey) => <Row key={passkey.id} passkey={passkey} ask={setAsked} />)}
      </Loaded>
      {hasPasskeys() ? <Add onDone={done} /> : <Alert color="gray">{t('passkeys.notHere')}</Alert>}
      <Dialog opened={asked?.action === 'rename'} onClose={close} title={t('passkeys.rename')}>
        {asked && <Rename passkey={asked.passkey} onDone={done} onCancel={close} />}
      </Dialog>
      <Confirm
        opened={asked?.action === 'remove'}
        onClose={close}
        action={t('passkeys.remove')}
        color="red"
        send={async () =>
          bodyOf(await api.DELETE('/api/v1/me/passkeys/{id}', { params: { path: { id: asked?.passkey.id ?? '' } } }))
        }
        onDone={() => done(t('passkeys.removed', { name: asked?.passkey.name }))}
      >
        {t('passkeys.removeQuestion', { name: asked?.passkey.name })}
      </Confirm>
    </Stack>
  );
}

function Row({
  passkey,
  ask,
}: {
  passkey: Passkey;
  ask: (asked: { action: 'rename' | 'remove'; passkey: Passkey }) => void;
}) {
  const { t } = useTranslation();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {lastUsedAt === null ? t('passkeys.added') : t('passkeys.lastUsed')} <Time value={lastUsedAt ?? createdAt} />
        </Text>
      </div>
      <Group gap="xs">
        {(['rename', 'remove'] as const).map((action) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            aria-label={t(`passkeys.${action}Of`, { name })}
            onClick={() => ask({ action, passkey })}
          >
            {t(`passkeys.${action}`)}
          </Button>
        ))}
      </Group>
    </Group>
  );
}

function Add({ onDone }: { onDone: (message: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [name, setName] = useInputState('');
  const send = async () => {
    try {
      return await addPasskey(name);
    } catch (error) {
      if (isCancelled(error)) throw new Error(t('passkeys.cancelled'), { cause: error });
      if (isKnown(error)) throw new Error(t('passkeys.known'), { cause: error });
      throw error;
    }
  };
  return (
    <Form
      submit={t('passkeys.add')}
      send={send}
      onDone={async (passkey) => {
        setName('');
        await onDone(t('passkeys.isAdded', { name: passkey.name }));
      }}
      isComplete={name.trim() !== ''}
    >
      {(errors) => <NameField error={errors.get('/name')} value={name} onChange={setName} />}
    </Form>
  );
}

function Rename({
  passkey,
  onDone,
  onCancel,
}: {
  passkey: Passkey;
  onDone: (message: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useInputState(passkey.name);
  return (
    <Form
      submit={t('save')}
      send={async () =>
        bodyOf(await api.PATCH('/api/v1/me/passkeys/{id}', { params: { path: { id: passkey.id } }, body: { name } }))
      }
      onDone={() => onDone(t('passkeys.renamed'))}
      onCancel={onCancel}
      isComplete={name.trim() !== ''}
    >
      {(errors) => <NameField error={errors.get('/name')} value={name} onChange={setName} isFocused />}
    </Form>
  );
}

function NameField({
  error,
  value,
  onChange,
  isFocused = false,
}: {
  error?: string;
  value: string;
  onChange: ReturnType<typeof useInputState<string>>[1];
  isFocused?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('passkeys.name')}
      description={t('passkeys.nameHint')}
      error={error}
      value={value}
      onChange={onChange}
      maxLength={200}
      autoComplete="off"
      data-autofocus={isFocused || undefined}
    />
  );
}
