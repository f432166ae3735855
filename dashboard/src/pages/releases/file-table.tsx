import './releases.css';
import { Alert, Anchor, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyButton } from '../../components/copy-button';
import { Loaded } from '../../components/loaded';
import { formatSize } from '../../components/size';
import { languageName } from '../../languages';
import { fixedAddress } from './addresses';
import { type ReleaseWithFiles, tokensQuery } from './releases-data';
import { TokenSelect } from './token-select';

/** The files of a release with their sizes, and the address of each, which never changes. */
export function FileTable({ projectId, release }: { projectId: string; release: ReleaseWithFiles }) {
  const { t } = useTranslation();
  const tokens = useQuery(tokensQuery(projectId));
  const [tokenId, setTokenId] = useState<string>();
  return (
    <Stack gap="sm" component="section" aria-label={t('releases.fileList')}>
      <Group justify="space-between" align="end">
        <div>
          <Title order={2} size="h4">
            {t('releases.fileList')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('releases.fileListHint')}
          </Text>
        </div>
        <TokenSelect tokens={tokens.data ?? []} value={tokenId} onChange={setTokenId} />
      </Group>
      <Loaded query={tokens}>
        {(list) => (
          <>
            {list.length === 0 && (
              <Alert color="gray">
                {t('delivery.needsToken')}{' '}
                <Anchor component={Link} to={`/projects/${projectId}/releases/delivery`} inherit>
                  {t('delivery.title')}
                </Anchor>
              </Alert>
            )}
            <Files release={release} token={(list.find(({ id }) => id === tokenId) ?? list[0])?.token} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Files({ release: { files, perNamespace }, token }: { release: ReleaseWithFiles; token?: string }) {
  const { t, i18n } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.language')}</Table.Th>
            {perNamespace && <Table.Th>{t('keys.namespace')}</Table.Th>}
            <Table.Th>{t('releases.size')}</Table.Th>
            <Table.Th>{t('releases.address')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map((file) => {
            const { language, namespace, path, bytes, sha256 } = file;
            const address = token && fixedAddress(token, file);
            return (
              <Table.Tr key={path}>
                <Table.Td>{languageName(language, i18n.language)}</Table.Td>
                {perNamespace && <Table.Td>{namespace ?? t('keys.noNamespace')}</Table.Td>}
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatSize(bytes, i18n.language)}</Table.Td>
                <Table.Td>
                  {address ? (
                    <Group gap="xs" wrap="nowrap">
                      <CopyButton size="compact-xs" text={address} of={path} style={{ flex: 'none' }} />
                      <Anchor href={address} size="xs" target="_blank" rel="noreferrer" className="release-address">
                        {address}
                      </Anchor>
                    </Group>
                  ) : (
                    <Code className="release-address">{sha256}</Code>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
