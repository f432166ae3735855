import './key.css';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problem';
import { projectQuery } from '../../api/queries';
import { Confirm } from '../../components/dialog';
import { useLive } from '../../components/live/use-live';
import { Loaded } from '../../components/loaded';
import { Loading, Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { type Reversal, ReversalDialog } from '../../components/reversal-dialog';
import { sayWhenShown } from '../../components/say-when-shown';
import { placeOf, useMayUndo, useMe, useScope } from '../../session';
import { keyChangesQuery } from '../history/history-data';
import { Details } from './details';
import { Discussions } from './discussions';
import { keyQuery, type ReadKey } from './key-query';
import { KeysBeside } from './keys-beside';
import { languagesOf, Life, undoOf } from './life';
import { KeyScreenshots } from './screenshots';
import { Texts } from './texts';
import { forgetUnsaved, UnsavedDetails } from './unsaved-details';

type Project = Schemas['ProjectDetails'];

/** A key with its texts and its history; a deleted one can be brought back. */
export function KeyPage() {
  const { id = '' } = useParams();
  return <Loaded query={useQuery(projectQuery(id))}>{(project) => <KeyOfProject project={project} />}</Loaded>;
}

function KeyOfProject({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { keyId = '' } = useParams();
  useLive(project.id);
  const key = useQuery(keyQuery(keyId));
  const isDeleted = isProblem(key.error, 404);
  if (key.isPending) return <Loading />;
  if (isDeleted) return <DeletedKey project={project} keyId={keyId} />;
  return (
    <Page
      title={key.data?.key.name ?? t('keys.key')}
      actions={key.data && <Delete project={project} shown={key.data} />}
    >
      <Group justify="space-between">
        <BackToKeys project={project} />
        <KeysBeside key={keyId} project={project} keyId={keyId} />
      </Group>
      {key.error && <ProblemAlert error={key.error} retry={() => void key.refetch()} />}
      {key.data && (
        <div key={keyId} className="key-page">
          <Texts project={project} shown={key.data} />
          <Details shown={key.data} />
          <KeyScreenshots projectId={project.id} keyId={keyId} />
          <Discussions keyId={keyId} />
          <Life project={project} keyId={keyId} shown={key.data} />
        </div>
      )}
    </Page>
  );
}

function BackToKeys({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <Anchor component={Link} to={`/projects/${project.id}/keys${search}`} size="sm">
      {t('key.back')}
    </Anchor>
  );
}

function Delete({ project, shown: { key, tag } }: { project: Project; shown: ReadKey }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const client = useQueryClient();
  const canDelete = useScope('keys:delete');
  const place = `${placeOf(useMe())}/${key.id}`;
  const [isAsking, setAsking] = useState(false);
  if (!canDelete) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('key.delete')}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        action={t('key.delete')}
        color="red"
        send={async () => {
          const params = { path: { id: key.id }, header: { 'If-Match': tag } };
          return bodyOf(await api.DELETE('/api/v1/keys/{id}', { params }));
        }}
        onDone={async () => {
          forgetUnsaved(place);
          await navigate(`/projects/${project.id}/keys${search}`);
          client.removeQueries({ queryKey: keyQuery(key.id).queryKey });
          await sayWhenShown(t('key.deleted', { name: key.name }), client.invalidateQueries());
        }}
      >
        <Text>{t('key.deleteHint', { count: Object.keys(key.translations).length })}</Text>
      </Confirm>
    </>
  );
}

/** The history of a key that is no more. */
function DeletedKey({ project, keyId }: { project: Project; keyId: string }) {
  const { t } = useTranslation();
  const mayUndo = useMayUndo();
  const place = `${placeOf(useMe())}/${keyId}`;
  // The history that the page has may end before the deletion, which the button undoes.
  const life = useInfiniteQuery({ ...keyChangesQuery(keyId), refetchOnMount: 'always' });
  const [reversal, setReversal] = useState<Reversal>();
  if (life.isPending) return <Loading />;
  if (life.error) return <ProblemAlert error={life.error} retry={() => void life.refetch()} />;
  const last = life.data.pages[0]?.changes[0];
  return (
    <Page title={last?.items[0]?.name ?? t('keys.key')}>
      <BackToKeys project={project} />
      <Alert color="gray" variant="outline" title={t('key.isDeleted')}>
        <Stack gap="sm" align="start">
          <Text size="sm">{t('key.isDeletedHint')}</Text>
          {last && mayUndo(languagesOf(last)) && (
            <Button size="xs" loading={life.isFetching} onClick={() => setReversal(undoOf(last, keyId))}>
              {t('key.bringBack')}
            </Button>
          )}
        </Stack>
      </Alert>
      <UnsavedDetails key={keyId} place={place} />
      <Life project={project} keyId={keyId} />
      <ReversalDialog projectId={project.id} reversal={reversal} onClose={() => setReversal(undefined)} />
    </Page>
  );
}
