import { Button, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { beginOf, endOf, ListFilters, useAuthors } from '../../components/list-filters';
import { Empty, Loading, Page } from '../../components/page';
import { usePersonName } from '../../components/person-name';
import { ProblemAlert } from '../../components/problem-alert';
import { Time } from '../../components/time';
import { type AuditAction, type AuditEntry, type AuditFilter, auditQuery } from './audit-data';

/** The actions, as the API names them, with the keys of their texts. */
const ACTIONS: Record<AuditAction, string> = {
  'session.begun': 'sessionBegun',
  'session.failed': 'sessionFailed',
  'session.ended': 'sessionEnded',
  'password.changed': 'passwordChanged',
  'password.reset': 'passwordReset',
  'password-link.created': 'passwordLinkCreated',
  'passkey.added': 'passkeyAdded',
  'passkey.removed': 'passkeyRemoved',
  'single-sign-on.connected': 'singleSignOnConnected',
  'member.joined': 'memberJoined',
  'member.changed': 'memberChanged',
  'member.removed': 'memberRemoved',
  'account.removed': 'accountRemoved',
  'invitation.created': 'invitationCreated',
  'invitation.withdrawn': 'invitationWithdrawn',
  'api-key.created': 'apiKeyCreated',
  'api-key.changed': 'apiKeyChanged',
  'api-key.rotated': 'apiKeyRotated',
  'api-key.revoked': 'apiKeyRevoked',
  'organization.created': 'organizationCreated',
  'organization.changed': 'organizationChanged',
  'organization.deleted': 'organizationDeleted',
  'webhook.created': 'webhookCreated',
  'webhook.changed': 'webhookChanged',
  'webhook.rotated': 'webhookRotated',
  'webhook.deleted': 'webhookDeleted',
  'project.deleted': 'projectDeleted',
  'release.published': 'releasePublished',
  'channel.changed': 'channelChanged',
  'channel.deleted': 'channelDeleted',
  'delivery-token.created': 'deliveryTokenCreated',
  'delivery-token.revoked': 'deliveryTokenRevoked',
  'term.created': 'termCreated',
  'term.changed': 'termChanged',
  'term.deleted': 'termDeleted',
  'glossary.imported': 'glossaryImported',
  'machine-provider.changed': 'machineProviderChanged',
  'machine-provider.removed': 'machineProviderRemoved',
};

const isAction = (value: string | null): value is AuditAction => value !== null && Object.hasOwn(ACTIONS, value);

/** Lists what was done in the organization. */
export function AuditPage() {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const filter = filterOf(address);
  const audit = useInfiniteQuery(auditQuery(filter));
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page title={t('nav.audit')} hint={t('audit.hint')}>
      <Stack>
        <Filters entries={entries} />
        {audit.isPending && <Loading />}
        {audit.error && <ProblemAlert error={audit.error} retry={() => void audit.refetch()} />}
        {audit.data && entries.length === 0 && <Empty title={t('audit.nothingFound')}>{t('audit.nothingHint')}</Empty>}
        {entries.length > 0 && <Entries entries={entries} />}
        {audit.hasNextPage && (
          <Button
            variant="default"
            loading={audit.isFetchingNextPage}
            onClick={() => void audit.fetchNextPage()}
            style={{ alignSelf: 'center' }}
          >
            {t('audit.older')}
          </Button>
        )}
      </Stack>
    </Page>
  );
}

/** The filter is kept in the address. Days begin and end in the person's time zone. */
function filterOf(address: URLSearchParams): AuditFilter {
  const action = address.get('action');
  return {
    action: isAction(action) ? action : undefined,
    personId: address.get('person') ?? undefined,
    apiKeyId: address.get('apiKey') ?? undefined,
    since: beginOf(address.get('from')),
    until: endOf(address.get('to')),
  };
}

function Filters({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const { persons, apiKeys } = useAuthors(entries);
  const actions = Object.entries(ACTIONS).map(([value, text]) => ({ value, label: t(`audit.actions.${text}`) }));
  const fields = [
    { name: 'action', label: t('audit.action'), choices: actions },
    { name: 'person', label: t('history.person'), choices: persons },
    { name: 'apiKey', label: t('history.apiKey'), choices: apiKeys },
    { name: 'from', label: t('history.from') },
    { name: 'to', label: t('history.to') },
  ];
  return <ListFilters fields={fields} />;
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const columns = ['time', 'action', 'who', 'target', 'details', 'address'].map((name) => t(`audit.${name}`));
  return (
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ entry: { at, action, person, apiKey, target, details, address } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const isOfPerson = target?.type === 'person' || target?.type === 'invitation';
  const targetName = isOfPerson && target.name !== null ? personName(target.name) : target?.name;
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time value={at} />
      </Table.Td>
      <Table.Td>{t(`audit.actions.${ACTIONS[action]}`)}</Table.Td>
      <Table.Td>{person ? personName(person.name) : (apiKey?.name ?? t('audit.nobody'))}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{targetName ?? target?.id}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" c="dimmed">
          {Object.entries(details)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
            .join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>{address}</Table.Td>
    </Table.Tr>
  );
}
