import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { api, bodyOf, type Schemas } from '../api/client';
import { languageName } from '../languages';
import { ChangeCounts } from './change-counts';
import { Dialog } from './dialog';
import { Loading } from './page';
import { ProblemAlert } from './problem-alert';
import { sayWhenShown } from './say-when-shown';

/** The reversal that a dialog asks about: one change is undone, for one key only if there is one, or a revision is restored. */
export type Reversal = { undo: number; keyId?: string } | { restore: number };

type Result = Schemas['ReversalResult'];

/** The first part of the keys of queries for what a reversal would change. */
const PREVIEW = 'reversal';

/** The number of conflicts that a dialog lists. */
const MAX_LISTED = 20;

/** Asks for an undo or a restoration. @returns with the revision of the project that it was done, or tried, on */
async function reverse(
  projectId: string,
  reversal: Reversal,
  how: { dryRun?: boolean; ifRevision?: number; conflict?: 'refuse' | 'skip' },
): Promise<{ result: Result; revision: number }> {
  const { conflict, ...common } = how;
  const answer =
    'undo' in reversal
      ? await api.POST('/api/v1/projects/{id}/changes/{revision}/undo', {
          params: { path: { id: projectId, revision: reversal.undo } },
          body: { ...common, conflict, keyId: reversal.keyId },
        })
      : await api.POST('/api/v1/projects/{id}/restore', {
          params: { path: { id: projectId } },
          body: { ...common, revision: reversal.restore },
        });
  return { result: bodyOf<Result>(answer), revision: Number(answer.response.headers.get('X-Glossa-Revision')) };
}

/** Says what an undo or a restoration will change, and does exactly that, or nothing if the project has moved meanwhile. */
export function ReversalDialog({
  projectId,
  reversal,
  onClose,
}: {
  projectId: string;
  /** Undefined: the dialog is closed. */
  reversal: Reversal | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog opened={reversal !== undefined} onClose={onClose} size="lg" title={reversal && reversalTitle(t, reversal)}>
      {reversal && <Preview projectId={projectId} reversal={reversal} onClose={onClose} />}
    </Dialog>
  );
}

/** The title of the dialog, and the name of the button that opens it. */
export function reversalTitle(t: TFunction, reversal: Reversal): string {
  if ('restore' in reversal) return t('changes.restoreTitle', { revision: reversal.restore });
  const { undo: revision, keyId } = reversal;
  return keyId === undefined ? t('changes.undoTitle', { revision }) : t('changes.undoOfKeyTitle', { revision });
}

function hintOf(t: TFunction, reversal: Reversal): string {
  if ('restore' in reversal) return t('changes.restoreHint');
  return reversal.keyId === undefined ? t('changes.undoHint') : t('changes.undoOfKeyHint');
}

function Preview({ projectId, reversal, onClose }: { projectId: string; reversal: Reversal; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const preview = useQuery({
    queryKey: [PREVIEW, projectId, reversal],
    queryFn: () => reverse(projectId, reversal, { dryRun: true, conflict: 'skip' }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const write = useMutation({
    meta: { shownByPage: true },
    mutationFn: (revision: number) => reverse(projectId, reversal, { ifRevision: revision, conflict: 'skip' }),
    onSuccess: async ({ result: { change } }) => {
      const message = change ? t('changes.done', { revision: change.revision }) : t('changes.nothingDone');
      await sayWhenShown(message, client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== PREVIEW }));
    },
  });
  const readPreview = () => {
    write.reset();
    void preview.refetch();
  };
  if (preview.isFetching) return <Loading />;
  if (preview.error) return <ProblemAlert error={preview.error} retry={readPreview} />;
  if (!preview.data) return null;
  const { result, revision } = preview.data;
  return (
    <Stack>
      <Text size="sm">{hintOf(t, reversal)}</Text>
      <div role="status">
        <Text fw={600}>{t('changes.willChange')}</Text>
        <Text data-testid="will-change">
          <ChangeCounts counts={result.counts} isReversal />
        </Text>
      </div>
      {result.conflicts.length > 0 && <Conflicts conflicts={result.conflicts} />}
      {write.error && <ProblemAlert error={write.error} retry={readPreview} />}
      {!write.error && (
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            loading={write.isPending}
            onClick={() => write.mutate(revision, { onSuccess: onClose })}
            data-autofocus
          >
            {'undo' in reversal ? t('changes.undo') : t('changes.restore')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Lists the items that stay as they are, because others have changed them since. */
function Conflicts({ conflicts }: { conflicts: Result['conflicts'] }) {
  const { t, i18n } = useTranslation();
  const listed = conflicts.slice(0, MAX_LISTED);
  return (
    <Alert color="red" variant="outline" title={t('changes.conflicts', { count: conflicts.length })}>
      <List size="sm" spacing={4}>
        {listed.map(({ name, language }) => (
          <List.Item key={`${name} ${language}`}>
            {name === null ? t('changes.ofProject') : <Code className="key-name">{name}</Code>}
            {language !== null && ` ${languageName(language, i18n.language)}`}
          </List.Item>
        ))}
      </List>
      {conflicts.length > listed.length && (
        <Text size="sm" mt={4}>
          {t('changes.moreConflicts', { count: conflicts.length - listed.length })}
        </Text>
      )}
    </Alert>
  );
}
