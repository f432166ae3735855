import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { projectQuery, projectsQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { useLazyDialog } from '../../components/lazy-dialog';
import { useLive } from '../../components/live/use-live';
import { Loaded, type Query } from '../../components/loaded';
import { Page } from '../../components/page';
import { useOwnLanguages, useScope } from '../../session';
import { type KeysAddress, useKeysAddress } from './address';
import { Filters } from './filters';
import { CreateKeyForm } from './create-key-form';
import { Texts } from './texts';
import { useKeyPages } from './use-key-pages';

const loadReplaceDialog = () => import('./replace/replace-dialog').then(({ ReplaceDialog }) => ReplaceDialog);
const loadPretranslateDialog = () =>
  import('./pretranslate/pretranslate-dialog').then(({ PretranslateDialog }) => PretranslateDialog);

/** The facts of a project that the page needs. */
export type ShownProject = Pick<
  Schemas['ProjectDetails'],
  'id' | 'sourceLanguage' | 'targetLanguages' | 'protectReviewed'
>;

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
  const replace = useLazyDialog(loadReplaceDialog);
  const pretranslate = useLazyDialog(loadPretranslateDialog);
  const canCreate = useScope('keys:write');
  const isOwn = useOwnLanguages();
  const canWrite = useScope('translations:write');
  const canReplace = canWrite && languagesOf(project.data).some(isOwn);
  const canPretranslate = canWrite && Boolean(project.data?.targetLanguages.some(isOwn));
  return (
    <Page
      title={t('nav.keys')}
      actions={
        <>
          {canPretranslate && (
            <Button size="xs" variant="default" onClick={pretranslate.open}>
              {t('keys.pretranslate.title')}
            </Button>
          )}
          {canReplace && (
            <Button size="xs" variant="default" onClick={replace.open}>
              {t('keys.replace.title')}
            </Button>
          )}
          {canCreate && (
            <Button size="xs" onClick={open}>
              {t('keys.create')}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={project}>
        {(data) => (
          <Keys
            key={id}
            project={data}
            isCreating={isCreating}
            onCreated={close}
            dialogs={[replace.show, pretranslate.show]}
          />
        )}
      </Loaded>
    </Page>
  );
}

const languagesOf = (project: ShownProject | undefined): string[] =>
  project ? [project.sourceLanguage, ...project.targetLanguages] : [];

interface KeysProps {
  project: ShownProject;
  isCreating: boolean;
  onCreated: () => void;
  /** Each returns a dialog if it is open. */
  dialogs: readonly ((props: { project: ShownProject; address: KeysAddress; onChanged: () => void }) => ReactNode)[];
}

function Keys({ project, isCreating, onCreated, dialogs }: KeysProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const address = useKeysAddress(project);
  const pages = useKeyPages(project.id, address.query);
  useLive(project.id, (ids) => void pages.refresh(ids));
  const onChanged = () => {
    for (const queryKey of [['project', project.id], ['namespaces', project.id], ['projects']])
      void client.invalidateQueries({ queryKey });
    pages.reload();
  };
  return (
    <Stack gap={4} className="keys-page">
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
      {dialogs.map((show, place) => (
        <Fragment key={place}>{show({ project, address, onChanged })}</Fragment>
      ))}
    </Stack>
  );
}
