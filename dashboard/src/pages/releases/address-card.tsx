import { Card, Code, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CopyButton } from '../../components/copy-button';
import { Loaded } from '../../components/loaded';
import { ProjectLanguageSelect } from '../../components/project-language-select';
import { channelAddress } from './addresses';
import { type Channel, channelsQuery, type DeliveryToken, releaseQuery, type ReleaseWithFiles } from './releases-data';
import { TokenSelect } from './token-select';

/** The addresses of what a channel serves, to copy. */
export function Addresses({ projectId, tokens }: { projectId: string; tokens: readonly DeliveryToken[] }) {
  const { t } = useTranslation();
  const channels = useQuery(channelsQuery(projectId));
  return (
    <Card withBorder maw={820} component="section" aria-label={t('delivery.addresses')}>
      <Stack>
        <div>
          <Title order={2} size="h4">
            {t('delivery.addresses')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('delivery.addressesHint')}
          </Text>
        </div>
        <Loaded query={channels}>
          {(list) => <OfChannels projectId={projectId} tokens={tokens} channels={list} />}
        </Loaded>
      </Stack>
    </Card>
  );
}

function OfChannels({
  projectId,
  tokens,
  channels,
}: {
  projectId: string;
  tokens: readonly DeliveryToken[];
  channels: readonly Channel[];
}) {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const [name, setName] = useState(address.get('channel'));
  const [tokenId, setTokenId] = useState<string>();
  const channel = channels.find((one) => one.name === name) ?? channels[0];
  const token = (tokens.find(({ id }) => id === tokenId) ?? tokens[0])?.token;
  const releaseId = channel?.release?.id;
  const release = useQuery({ ...releaseQuery(projectId, releaseId ?? ''), enabled: releaseId !== undefined });
  if (!channel || token === undefined) return <Text>{t('delivery.noChannel')}</Text>;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('releases.channel')}
          data={channels.map((one) => one.name)}
          value={channel.name}
          onChange={setName}
          allowDeselect={false}
        />
        <TokenSelect tokens={tokens} value={tokenId} onChange={setTokenId} />
      </SimpleGrid>
      <Snippet
        id="manifest"
        label={t('delivery.manifest')}
        address={channelAddress(token, channel.name, 'manifest.json')}
      />
      <Loaded query={release}>
        {(found) => <OfFile key={found.id} token={token} channel={channel.name} release={found} />}
      </Loaded>
    </>
  );
}

function OfFile({ token, channel, release }: { token: string; channel: string; release: ReleaseWithFiles }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<string | null>(null);
  const [namespace, setNamespace] = useState<string | null>(null);
  const ofLanguage = release.files.filter((file) => file.language === (language ?? release.languages[0]));
  const file = ofLanguage.find((one) => one.namespace === namespace) ?? ofLanguage[0];
  if (!file) return null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ProjectLanguageSelect
          label={t('import.language')}
          tags={release.languages}
          value={file.language}
          onChange={setLanguage}
          allowDeselect={false}
        />
        {release.perNamespace && (
          <Select
            label={t('keys.namespace')}
            data={ofLanguage.map((one) => ({
              value: one.namespace ?? '',
              label: one.namespace || t('keys.noNamespace'),
            }))}
            value={file.namespace ?? ''}
            onChange={setNamespace}
            allowDeselect={false}
            searchable
          />
        )}
      </SimpleGrid>
      <Snippet id="file" label={t('delivery.file')} address={channelAddress(token, channel, file.path)} />
    </>
  );
}

function Snippet({ id, label, address }: { id: string; label: string; address: string }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyButton size="compact-xs" text={address} of={label} />
      </Group>
      <Code block tabIndex={0} data-testid={`address of ${id}`}>
        {address}
      </Code>
    </Stack>
  );
}
