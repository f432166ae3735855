import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useInputState } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Dialog } from '../../components/dialog';
import { Empty, Loading, Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { useScope } from '../../session';
import { TERMS_KEY, termsQuery } from './queries';
import { TermFiles } from './term-files';
import { TermForm } from './term-form';
import { TermTable } from './term-table';

/** Milliseconds without typing after which a search begins. */
const SEARCH_MS = 300;

/** The terms of the organization. */
export function GlossaryPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canWrite = useScope('keys:write');
  const [isCreating, { open, close }] = useDisclosure();
  const [typed, setTyped] = useInputState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const terms = useInfiniteQuery({ ...termsQuery(search), placeholderData: keepPreviousData });
  const list = terms.data?.pages.flatMap((page) => page.terms) ?? [];
  const create = canWrite && <Button onClick={open}>{t('glossary.create')}</Button>;
  const isEmpty = terms.data !== undefined && list.length === 0;
  return (
    <Page
      title={t('nav.glossary')}
      hint={t('glossary.hint')}
      actions={
        <Group gap="xs">
          <TermFiles canWrite={canWrite} />
          {!(isEmpty && search === '') && create}
        </Group>
      }
    >
      <Stack>
        {!(isEmpty && search === '') && (
          <TextInput
            type="search"
            aria-label={t('glossary.search')}
            placeholder={t('glossary.search')}
            value={typed}
            onChange={setTyped}
            maxLength={200}
            maw={360}
          />
        )}
        {terms.error && <ProblemAlert error={terms.error} retry={() => void terms.refetch()} />}
        {terms.isPending && <Loading />}
        {isEmpty &&
          (search === '' ? (
            <Empty title={t('glossary.empty')} action={create || undefined}>
              {t('glossary.emptyHint')}
            </Empty>
          ) : (
            <Empty title={t('glossary.nothingFound')} />
          ))}
        {list.length > 0 && <TermTable terms={list} canWrite={canWrite} />}
        {terms.hasNextPage && (
          <Button variant="default" loading={terms.isFetchingNextPage} onClick={() => void terms.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </Stack>
      <Dialog opened={isCreating} onClose={close} title={t('glossary.create')}>
        <TermForm
          submit={t('glossary.create')}
          send={async (body) => void bodyOf(await api.POST('/api/v1/glossary', { body }))}
          onCancel={close}
          onDone={() => {
            close();
            void client.invalidateQueries({ queryKey: TERMS_KEY });
          }}
        />
      </Dialog>
    </Page>
  );
}
