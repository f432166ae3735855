import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { Dialog } from '../../components/dialog';
import { Loaded } from '../../components/loaded';
import { Empty, Page } from '../../components/page';
import { useScope } from '../../session';
import { Addresses } from './address-card';
import { tokensQuery, usageQuery } from './releases-data';
import { TokenForm } from './token-form';
import { TokenTable } from './token-table';
import { Usage } from './usage';

/** The delivery tokens of a project, the addresses with them, and how much is loaded. */
export function DeliveryPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const canManage = useScope('releases:manage');
  const [isCreating, { open, close }] = useDisclosure();
  const tokens = useQuery(tokensQuery(id));
  const usage = useQuery(usageQuery(id));
  const create = canManage && <Button onClick={open}>{t('delivery.create')}</Button>;
  return (
    <Page
      title={t('delivery.title')}
      hint={t('delivery.hint')}
      actions={tokens.data?.length === 0 ? undefined : create}
    >
      <Anchor component={Link} to={`/projects/${id}/releases`} size="sm">
        {t('releases.back')}
      </Anchor>
      <Loaded query={tokens}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('delivery.empty')} action={create}>
              {t('delivery.emptyHint')}
            </Empty>
          ) : (
            <>
              <TokenTable projectId={id} tokens={list} />
              <Addresses key={id} projectId={id} tokens={list} />
            </>
          )
        }
      </Loaded>
      <Stack gap="sm" component="section" aria-label={t('delivery.usage')}>
        <div>
          <Title order={2} size="h4">
            {t('delivery.usage')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('delivery.usageHint')}
          </Text>
        </div>
        <Loaded query={usage}>{(days) => <Usage days={days} />}</Loaded>
      </Stack>
      <Dialog opened={isCreating} onClose={close} title={t('delivery.create')}>
        <TokenForm projectId={id} onClose={close} />
      </Dialog>
    </Page>
  );
}
