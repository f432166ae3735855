import { Button, Group, Modal, MultiSelect, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { projectQuery } from '../../api/queries';
import { Empty, Loading, Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { languageName } from '../../languages';
import { useScope } from '../../session';
import { Grid } from './grid';
import { keysQuery, namespacesQuery, textsKey, textsQuery } from './key-data';

const DEFAULT_COLUMNS = 1;

export function KeysPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  const [isCreating, { open, close }] = useDisclosure();
  const canCreate = useScope('keys:write');
  const create = canCreate && <Button onClick={open}>{t('keys.create')}</Button>;
  return (
    <Page title={t('nav.keys')} actions={create}>
      {project.isPending && <Loading />}
      {project.error && <ProblemAlert error={project.error} retry={() => void project.refetch()} />}
      {project.data && <Keys key={id} project={project.data} />}
      <Modal
        opened={isCreating}
        onClose={close}
        title={t('keys.create')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <CreateKey projectId={id} onDone={close} />
      </Modal>
    </Page>
  );
}

function Keys({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const canWrite = useScope('translations:write');
  const [address, setAddress] = useSearchParams();
  const set = useCallback(
    (name: string, value: string) =>
      setAddress(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const [search, setSearch] = useState(address.get('search') ?? '');
  const [wanted] = useDebouncedValue(search, 200);
  useEffect(() => set('search', wanted), [wanted, set]);

  const { targetLanguages, sourceLanguage } = project;
  const shown = address.get('languages')?.split(',') ?? targetLanguages.slice(0, DEFAULT_COLUMNS);
  const columns = shown.filter((tag) => targetLanguages.includes(tag));
  const filter = {
    search: address.get('search') ?? undefined,
    namespace: address.get('namespace') ?? undefined,
    untranslated: address.get('untranslated') ?? undefined,
  };
  const keys = useInfiniteQuery(keysQuery(project.id, filter));
  const namespaces = useQuery(namespacesQuery(project.id));
  const texts = useQueries({ queries: columns.map((language) => textsQuery(project.id, language)) });
  const rows = useMemo(() => keys.data?.pages.flatMap((page) => page.keys) ?? [], [keys.data]);
  const textsByLanguage = new Map(
    columns.map((language, index) => [language, texts[index]?.data ?? new Map<string, string>()]),
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = keys;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const onSaved = (key: Schemas['ListedKey'], language: string, text: string | undefined) => {
    if (language === sourceLanguage) {
      client.setQueryData(
        keysQuery(project.id, filter).queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              keys: page.keys.map((other) => (other.id === key.id ? { ...other, value: text ?? null } : other)),
            })),
          },
      );
    } else {
      client.setQueryData(textsKey(project.id, language), (data: Map<string, string> | undefined) => {
        const next = new Map(data);
        if (text === undefined) next.delete(key.name);
        else next.set(key.name, text);
        return next;
      });
    }
    void client.invalidateQueries({ queryKey: ['project', project.id] });
  };

  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const languageOption = (tag: string) => ({ value: tag, label: languageName(tag, i18n.language) });
  const error = keys.error ?? texts.find((query) => query.error)?.error;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="end">
        <TextInput
          label={t('keys.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          type="search"
          style={{ flex: '1 1 220px' }}
        />
        {(namespaces.data?.length ?? 0) > 1 && (
          <Select
            label={t('keys.namespace')}
            data={namespaces.data?.map(({ name }) => ({ value: name, label: name || t('keys.noNamespace') })) ?? []}
            value={address.get('namespace')}
            onChange={(value) => set('namespace', value ?? '')}
            placeholder={t('keys.all')}
            clearable
            searchable
            w={180}
          />
        )}
        <Select
          label={t('keys.untranslatedIn')}
          data={targetLanguages.map(languageOption)}
          value={filter.untranslated ?? null}
          onChange={(value) => set('untranslated', value ?? '')}
          placeholder={t('keys.all')}
          clearable
          w={180}
        />
        <MultiSelect
          label={t('keys.columns')}
          data={targetLanguages.map(languageOption)}
          value={columns}
          onChange={(value) => set('languages', value.join(','))}
          searchable
          style={{ flex: '0 1 260px' }}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isFiltered
          ? t('keys.found', { count: rows.length, more: keys.hasNextPage ? '+' : '' })
          : t('projects.keys', { count: project.stringCount })}
      </Text>
      {error && <ProblemAlert error={error} retry={() => void keys.refetch()} />}
      {keys.isPending && <Loading />}
      {keys.data && rows.length === 0 && (
        <Empty title={isFiltered ? t('keys.nothingFound') : t('keys.empty')}>
          {isFiltered ? t('keys.nothingFoundHint') : t('keys.emptyHint')}
        </Empty>
      )}
      {rows.length > 0 && (
        <Grid
          key={JSON.stringify(filter)}
          keys={rows}
          languages={[sourceLanguage, ...columns]}
          texts={textsByLanguage}
          canWrite={canWrite}
          onSaved={onSaved}
          onNearEnd={onNearEnd}
        />
      )}
    </Stack>
  );
}

function CreateKey({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [description, setDescription] = useState('');
  const create = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => {
      const body = { name, value, ...(description !== '' && { description }) };
      return bodyOf(await api.POST('/api/v1/projects/{id}/keys', { params: { path: { id: projectId } }, body }));
    },
    onSuccess: async () => {
      onDone();
      for (const queryKey of [['keys', projectId], ['project', projectId], ['projects'], ['namespaces', projectId]]) {
        await client.invalidateQueries({ queryKey });
      }
    },
  });
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
          label={t('keys.name')}
          description={t('keys.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label={t('keys.value')}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          autosize
          minRows={2}
        />
        <TextInput
          label={t('keys.description')}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group justify="end">
          <Button variant="default" onClick={onDone}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            {t('keys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
