import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Checkbox,
  Code,
  Group,
  Menu,
  Modal,
  MultiSelect,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../api/client';
import { apiKeysQuery, meQuery, projectsQuery } from '../api/queries';
import { DotsIcon } from '../components/icons';
import { Empty, Loading, Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { showDone } from '../components/show-problem';
import { useMe, useScope } from '../session';

type ApiKey = Schemas['ApiKey'];
type Scope = ApiKey['scopes'][number];

export function ApiKeysPage() {
  const { t } = useTranslation();
  const canManage = useScope('api-keys:manage');
  return canManage ? (
    <ApiKeys />
  ) : (
    <Page title={t('nav.apiKeys')}>
      <Alert color="gray">{t('apiKeys.notAllowed')}</Alert>
    </Page>
  );
}

function ApiKeys() {
  const { t } = useTranslation();
  const [isCreating, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<Schemas['NewApiKey']>();
  const apiKeys = useQuery(apiKeysQuery);
  return (
    <Page
      title={t('nav.apiKeys')}
      hint={t('apiKeys.hint')}
      actions={<Button onClick={open}>{t('apiKeys.create')}</Button>}
    >
      {apiKeys.isPending && <Loading />}
      {apiKeys.error && <ProblemAlert error={apiKeys.error} retry={() => void apiKeys.refetch()} />}
      {apiKeys.data?.length === 0 && <Empty title={t('apiKeys.empty')} />}
      {apiKeys.data && apiKeys.data.length > 0 && <ApiKeyTable apiKeys={apiKeys.data} onSecret={setSecret} />}
      <Modal
        opened={isCreating}
        onClose={close}
        size="lg"
        title={t('apiKeys.create')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <CreateApiKey
          onCancel={close}
          onCreated={(created) => {
            close();
            setSecret(created);
          }}
        />
      </Modal>
      <Modal
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        size="lg"
        title={t('apiKeys.secretTitle', { name: secret?.name })}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {secret && <Secret apiKey={secret} onDone={() => setSecret(undefined)} />}
      </Modal>
    </Page>
  );
}

function ApiKeyTable({
  apiKeys,
  onSecret,
}: {
  apiKeys: readonly ApiKey[];
  onSecret: (apiKey: Schemas['NewApiKey']) => void;
}) {
  const { t, i18n } = useTranslation();
  const { apiKey: own } = useMe();
  const { data: projects } = useQuery(projectsQuery);
  const time = (value: string | null, none: string) =>
    value === null
      ? none
      : new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
  const projectNames = (ids: readonly string[]) =>
    ids.map((id) => projects?.find((project) => project.id === id)?.name ?? id).join(', ');
  return (
    <Table.ScrollContainer minWidth={760} tabIndex={0}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('apiKeys.name')}</Table.Th>
            <Table.Th>{t('apiKeys.scopes')}</Table.Th>
            <Table.Th>{t('apiKeys.projects')}</Table.Th>
            <Table.Th>{t('apiKeys.lastUsed')}</Table.Th>
            <Table.Th>{t('apiKeys.expires')}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{t('apiKeys.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {apiKeys.map((apiKey) => (
            <Table.Tr key={apiKey.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={600}>
                  {apiKey.name}
                </Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  …{apiKey.hint}
                </Text>
                {apiKey.id === own.id && (
                  <Badge size="sm" variant="default">
                    {t('apiKeys.own')}
                  </Badge>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="xs" maw={260}>
                  {apiKey.scopes.join(', ')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" maw={180} lineClamp={3}>
                  {apiKey.projectIds === null ? t('apiKeys.allProjects') : projectNames(apiKey.projectIds)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{time(apiKey.lastUsedAt, t('apiKeys.never'))}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{time(apiKey.expiresAt, t('apiKeys.never'))}</Text>
                {apiKey.expiresAt !== null && new Date(apiKey.expiresAt) <= new Date() && (
                  <Text size="xs" c="red">
                    {t('apiKeys.expired')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <ApiKeyMenu apiKey={apiKey} isOwn={apiKey.id === own.id} onSecret={onSecret} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Rotates or revokes an API key, after a question. */
function ApiKeyMenu({
  apiKey,
  isOwn,
  onSecret,
}: {
  apiKey: ApiKey;
  isOwn: boolean;
  onSecret: (apiKey: Schemas['NewApiKey']) => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [question, setQuestion] = useState<'rotate' | 'revoke'>();
  const params = { path: { id: apiKey.id } };
  const refresh = async () => {
    setQuestion(undefined);
    await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    // The session of the caller's own API key has ended with its secret.
    if (isOwn) await client.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  const rotate = useMutation({
    mutationFn: async () => bodyOf(await api.POST('/api/v1/api-keys/{id}/rotate', { params })).apiKey,
    onSuccess: async (rotated) => {
      onSecret(rotated);
      if (!isOwn) await refresh();
      else setQuestion(undefined);
    },
  });
  const revoke = useMutation({
    mutationFn: async () => bodyOf(await api.DELETE('/api/v1/api-keys/{id}', { params })),
    onSuccess: async () => {
      showDone(t('apiKeys.revoked', { name: apiKey.name }));
      await refresh();
    },
  });
  const isRotation = question === 'rotate';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('apiKeys.menu', { name: apiKey.name })}>
            <DotsIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setQuestion('rotate')}>{t('apiKeys.rotate')}</Menu.Item>
          <Menu.Item onClick={() => setQuestion('revoke')}>{t('apiKeys.revoke')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={question !== undefined}
        onClose={() => setQuestion(undefined)}
        title={isRotation ? t('apiKeys.rotate') : t('apiKeys.revoke')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Stack>
          <Text>{t(isRotation ? 'apiKeys.rotateQuestion' : 'apiKeys.revokeQuestion', { name: apiKey.name })}</Text>
          {isOwn && (
            <Alert color="red" variant="outline">
              {t('apiKeys.ownQuestion')}
            </Alert>
          )}
          <Group justify="end">
            <Button variant="default" onClick={() => setQuestion(undefined)}>
              {t('cancel')}
            </Button>
            <Button
              color={isRotation ? undefined : 'red'}
              loading={rotate.isPending || revoke.isPending}
              onClick={() => (isRotation ? rotate.mutate() : revoke.mutate())}
            >
              {isRotation ? t('apiKeys.rotate') : t('apiKeys.revoke')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Secret({ apiKey, onDone }: { apiKey: Schemas['NewApiKey']; onDone: () => void }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  return (
    <Stack>
      <Text>{t('apiKeys.secretHint')}</Text>
      <Code block data-testid="secret">
        {apiKey.secret}
      </Code>
      <Group justify="end">
        <Button variant="default" onClick={() => clipboard.copy(apiKey.secret)}>
          {clipboard.copied ? t('apiKeys.copied') : t('apiKeys.copy')}
        </Button>
        <Button onClick={onDone}>{t('apiKeys.stored')}</Button>
      </Group>
    </Stack>
  );
}

function CreateApiKey({
  onCancel,
  onCreated,
}: {
  onCancel: () => void;
  onCreated: (apiKey: Schemas['NewApiKey']) => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { apiKey: own } = useMe();
  const { data: projects = [] } = useQuery(projectsQuery);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['projects:read', 'translations:read']);
  const [isLimited, setLimited] = useState(own.projectIds !== null);
  const [projectIds, setProjectIds] = useState<string[]>([]);
  const [expiry, setExpiry] = useState('');
  const create = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => {
      const body = {
        name,
        scopes: scopes as Scope[],
        projectIds: isLimited ? projectIds : null,
        expiresAt: expiry === '' ? null : new Date(expiry).toISOString(),
      };
      return bodyOf(await api.POST('/api/v1/api-keys', { body })).apiKey;
    },
    onSuccess: async (created) => {
      onCreated(created);
      await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
  });
  const isComplete = name.trim() !== '' && scopes.length > 0 && (!isLimited || projectIds.length > 0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack>
        {create.error && <ProblemAlert error={create.error} />}
        <TextInput
          label={t('apiKeys.name')}
          description={t('apiKeys.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
        <Checkbox.Group label={t('apiKeys.scopes')} value={scopes} onChange={setScopes}>
          <Stack gap={6} mt="xs">
            {own.scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} description={t(`scopes.${scope.replace(':', '_')}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Switch
          label={t('apiKeys.limit')}
          checked={isLimited}
          disabled={own.projectIds !== null}
          onChange={(event) => setLimited(event.currentTarget.checked)}
        />
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
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
        <Group justify="end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!isComplete}>
            {t('apiKeys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
