import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../../api/client';
import { Confirm } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { useProviderName } from '../../components/provider-name';
import { sayWhenShown } from '../../components/say-when-shown';
import { useMe, useScope } from '../../session';
import { ProviderForm } from './provider-form';
import { machineQuery, providerQuery } from './queries';

/** The page shows the provider that translates for the organization, and sets up its own one. */
export function MachineTranslationPage() {
  const { t } = useTranslation();
  const canManage = useScope('members:manage');
  return (
    <Page title={t('nav.machineTranslation')} hint={t('machineTranslation.hint')}>
      {canManage ? <Provider /> : <Alert color="gray">{t('machineTranslation.notAllowed')}</Alert>}
    </Page>
  );
}

function Provider() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const machine = useQuery(machineQuery);
  const { projectIds, languages } = useMe();
  // The provider is of all projects and languages.
  const isOfAll = projectIds === null && languages === null;
  const test = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => bodyOf(await api.POST('/api/v1/machine-translation/test')).machineTest,
    onSettled: () => client.invalidateQueries({ queryKey: machineQuery.queryKey }),
  });
  const refresh = async () => {
    test.reset();
    await Promise.all([machineQuery, providerQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
  };
  return (
    <>
      <Card withBorder maw={640}>
        <Stack gap="sm" align="start">
          <Loaded query={machine}>{(data) => <InUse machine={data} />}</Loaded>
          <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
            {t('machineTranslation.test')}
          </Button>
          <div role="status">{test.data && <TestResult result={test.data} />}</div>
          {test.error !== null && <ProblemAlert error={test.error} />}
        </Stack>
      </Card>
      {isOfAll ? <OwnProvider refresh={refresh} /> : <Alert color="gray">{t('machineTranslation.limited')}</Alert>}
    </>
  );
}

/** Sets the organization's own provider, and removes it. */
function OwnProvider({ refresh }: { refresh: () => Promise<void> }) {
  const { t } = useTranslation();
  const provider = useQuery(providerQuery);
  const [isRemoving, { open, close }] = useDisclosure();
  return (
    <>
      <Loaded query={provider}>
        {(own) => (
          <Card withBorder maw={640}>
            <ProviderForm
              key={own?.changedAt ?? ''}
              provider={own}
              onDone={async () => {
                await sayWhenShown(t('machineTranslation.saved'), refresh());
              }}
            />
            {own && (
              <Group mt="md">
                <Button color="red" variant="outline" onClick={open}>
                  {t('machineTranslation.remove')}
                </Button>
              </Group>
            )}
          </Card>
        )}
      </Loaded>
      <Confirm
        opened={isRemoving}
        onClose={close}
        action={t('machineTranslation.remove')}
        color="red"
        send={async () => bodyOf(await api.DELETE('/api/v1/machine-translation/provider'))}
        onDone={async () => {
          close();
          await sayWhenShown(t('machineTranslation.removed'), refresh());
        }}
      >
        <Text size="sm">{t('machineTranslation.removeHint')}</Text>
      </Confirm>
    </>
  );
}

function InUse({
  machine: { provider, account, characters, charactersPerMonth },
}: {
  machine: Schemas['MachineTranslation'];
}) {
  const { t } = useTranslation();
  const name = useProviderName(provider);
  if (name === undefined || account === null) return <Text size="sm">{t('machineTranslation.none')}</Text>;
  return (
    <div>
      <Text>{t(`machineTranslation.by.${account}`, { name })}</Text>
      <Text size="sm" c="dimmed" data-testid="characters">
        {charactersPerMonth === null
          ? t('machineTranslation.characters', { count: characters })
          : t('machineTranslation.charactersOf', { count: characters, limit: charactersPerMonth })}
      </Text>
    </div>
  );
}

function TestResult({ result: { provider, text, error } }: { result: Schemas['MachineTest'] }) {
  const { t } = useTranslation();
  const name = useProviderName(provider) ?? t('machineTranslation.aProvider');
  if (text !== null) return <Alert color="teal">{t('machineTranslation.works', { name, text })}</Alert>;
  return (
    <Alert color="red" variant="outline">
      {t('panel.machineFailed', { name, reason: t(`panel.machineFailures.${error ?? 'failed'}`) })}
    </Alert>
  );
}
