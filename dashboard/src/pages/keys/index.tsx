import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { focusManager, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { projectQuery, projectsQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { Loaded, type Query } from '../../components/loaded';
import { Empty, Loading, Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import type { State } from '../../components/texts/state';
import { Unsaved } from '../../components/texts/unsaved';
import { useSaves } from '../../components/texts/use-saves';
import { draftId, type DraftText } from '../../components/texts/drafts';
import { Editor } from '../../components/texts/editor';
import { useOwnLanguages, useScope } from '../../session';
import { type KeysAddress, useKeysAddress } from './address';
import { Filters } from './filters';
import { Grid } from './grid';
import { CreateKeyForm } from './create-key-form';
import { type Key, KeyPages } from './key-pages';
import { RenameKey } from './rename-key';
import { SelectionBar } from './selection-bar';
import { textOf, withText } from './shown-key';
import { useSelection } from './use-selection';

/** The facts of a project that the page needs. */
type ShownProject = Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage' | 'targetLanguages' | 'protectReviewed'>;

const listedProjects = (client: QueryClient) =>
  client.getQueryData(projectsQuery.queryKey)?.pages.flatMap(({ items }) => items) ?? [];

/**
 * Reads the project. Its languages are known from the list of projects that the person came from: the keys need not wait for the
 * statistics of the project. Until they are there, its reviewed texts are treated as protected.
 */
function useShownProject(id: string): Query<ShownProject> {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(projectQuery(id));
  const listed = isPending && listedProjects(client).find((other) => other.id === id);
  if (!listed) return { data, error, isPending, refetch };
  return { data: { ...listed, protectReviewed: true }, error, isPending: false, refetch };
}

export function KeysPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useShownProject(id);
  const [isCreating, { open, close }] = useDisclosure();
  const canCreate = useScope('keys:write');
  return (
    <Page title={t('nav.keys')} actions={canCreate && <Button onClick={open}>{t('keys.create')}</Button>}>
      <Loaded query={project}>
        {(data) => <Keys key={id} project={data} isCreating={isCreating} onCreated={close} />}
      </Loaded>
    </Page>
  );
}

interface KeysProps {
  project: ShownProject;
  isCreating: boolean;
  onCreated: () => void;
}

function Keys({ project, isCreating, onCreated }: KeysProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const address = useKeysAddress(project);
  const { query } = address;
  const pages = useMemo(() => new KeyPages(client, project.id, query), [client, project.id, query]);
  useEffect(() => pages.start(), [pages]);
  const onChanged = () => {
    for (const queryKey of [['project', project.id], ['namespaces', project.id], ['projects']])
      void client.invalidateQueries({ queryKey });
    pages.reload();
  };
  return (
    <Stack gap="sm">
      <Filters project={project} address={address} />
      <Texts project={project} address={address} pages={pages} onChanged={onChanged} />
      <Dialog opened={isCreating} onClose={onCreated} title={t('keys.create')}>
        <CreateKeyForm
          projectId={project.id}
          onCancel={onCreated}
          onDone={() => {
            onCreated();
            onChanged();
          }}
        />
      </Dialog>
    </Stack>
  );
}

interface TextsProps {
  project: ShownProject;
  address: KeysAddress;
  pages: KeyPages;
  onChanged: () => void;
}

function Texts({ project, address, pages, onChanged }: TextsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, sourceLanguage, protectReviewed } = project;
  const { count, rows, error } = useSyncExternalStore(pages.subscribe, pages.getSnapshot);
  const onStored = useCallback(
    (draft: DraftText) => pages.change(new Set([draft.keyId]), (key) => withText(key, draft, sourceLanguage)),
    [pages, sourceLanguage],
  );
  const saves = useSaves(id, sourceLanguage, onStored);
  const { drafts, snapshot, save } = saves;
  const selection = useSelection(pages);
  const canWrite = useScope('translations:write');
  const isOwnLanguage = useOwnLanguages();
  const canReview = useScope('translations:review');
  const canRename = useScope('keys:write');
  const [renamed, setRenamed] = useState<{ id: string; name: string }>();
  const canEdit = useCallback(
    (key: Key, language: string) => {
      const isProtected = protectReviewed && key.states?.[language] === 'reviewed';
      return canWrite && isOwnLanguage(language) && (canReview || !isProtected);
    },
    [canWrite, isOwnLanguage, canReview, protectReviewed],
  );
  const languages = useMemo(() => [sourceLanguage, ...address.columns], [sourceLanguage, address.columns]);

  const setState = useMutation({
    mutationFn: async ({ key, language, state }: { key: Key; language: string; state: State }) => {
      const params = { path: { id: key.id } };
      bodyOf(await api.PUT('/api/v1/keys/{id}', { params, body: { states: { [language]: state } } }));
    },
    onSuccess: (_, { key: { id: keyId }, language, state }) =>
      pages.change(new Set([keyId]), (key) => ({
        ...key,
        states: { ...key.states, [language]: state },
        outdated: key.outdated?.filter((other) => other !== language),
      })),
  });
  const onState = (key: Key, language: string, state: State) => {
    const isAllowed = canReview || (canWrite && state !== 'reviewed' && key.states?.[language] !== 'reviewed');
    if (isAllowed && isOwnLanguage(language) && key.translations?.[language] !== undefined)
      setState.mutate({ key, language, state });
  };
  const onRenamed = (name: string) => {
    if (!renamed) return;
    setRenamed(undefined);
    // The row keeps its place until the list is read again.
    pages.change(new Set([renamed.id]), (key) => ({ ...key, name }));
    selection.rename(renamed.id, name);
    void client.invalidateQueries({ queryKey: ['namespaces', id] });
  };
  // Somebody else may have changed texts while the person was elsewhere.
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused && document.querySelector('.editor') === null) pages.reload();
      }),
    [pages],
  );

  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {count === undefined ? t('loading') : t(address.isFiltered ? 'keys.found' : 'projects.keys', { count })}
        {canWrite && (
          <Text span size="xs" c="dimmed" visibleFrom="sm">
            {' · '}
            {t('keys.hint')}
          </Text>
        )}
      </Text>
      {error !== undefined && <ProblemAlert error={error} retry={pages.reload} />}
      <Unsaved saves={saves} />
      {selection.keys.size > 0 && (
        <SelectionBar
          projectId={id}
          columns={address.columns}
          selection={selection}
          onRename={setRenamed}
          onChanged={onChanged}
        />
      )}
      {rows === undefined && error === undefined && <Loading />}
      {count === 0 && (
        <Empty title={address.isFiltered ? t('keys.nothingFound') : t('keys.empty')}>
          {address.isFiltered ? t('keys.nothingFoundHint') : t('keys.emptyHint')}
        </Empty>
      )}
      {rows !== undefined && rows > 0 && (
        <Grid
          key={JSON.stringify(address.query)}
          projectId={id}
          pages={pages}
          count={rows}
          languages={languages}
          drafts={snapshot}
          selection={selection}
          canEdit={canEdit}
          findNext={(row, language) =>
            pages.nextUntranslated(row, language, (key) => {
              const draft = drafts.getSnapshot().get(draftId(key.id, language));
              return !textOf(key, language, sourceLanguage, draft);
            })
          }
          onState={onState}
          onRename={(key) => canRename && setRenamed(key)}
          editorOf={(key, language, close) => (
            <Editor
              key={draftId(key.id, language)}
              textKey={key}
              language={language}
              sourceLanguage={sourceLanguage}
              draft={snapshot.get(draftId(key.id, language))}
              drafts={drafts}
              canReview={canReview}
              onSave={(draft, goOn) => {
                save(draft);
                close(goOn);
              }}
              onChecked={({ id: keyId, checks }) => pages.change(new Set([keyId]), (other) => ({ ...other, checks }))}
              onClose={close}
            />
          )}
        />
      )}
      <Dialog opened={renamed !== undefined} onClose={() => setRenamed(undefined)} title={t('keys.rename')}>
        {renamed && <RenameKey renamed={renamed} onCancel={() => setRenamed(undefined)} onDone={onRenamed} />}
      </Dialog>
    </>
  );
}
