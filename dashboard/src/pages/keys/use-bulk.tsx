import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useRef, useState } from 'react';
import { api, bodyOf } from '../../api/client';
import { showDone, showProblem } from '../../components/show-problem';
import { type BulkChange, type BulkDone, type BulkProgress, type BulkTarget, sendBulk, type Sending } from './bulk';

/**
 * Changes keys, with its progress if it takes longer. Afterwards, the change can be undone.
 *
 * @param onChanged is called when texts or keys have changed
 */
export function useBulk(projectId: string, target: BulkTarget, onChanged: () => void) {
  return useStoppable(
    (change: BulkChange, sending) => sendBulk(projectId, { ...target, ...change }, sending),
    (done) => {
      onChanged();
      const { bulk, revision } = done;
      const { keysDeleted } = bulk;
      const texts = keysDeleted > 0 ? [i18next.t('keys.deleted', { count: keysDeleted })] : numbersOf(bulk);
      if (texts.length > 0) offerUndo(projectId, revision, texts.join(' '), onChanged);
    },
  );
}

export type BulkRun = ReturnType<typeof useBulk>;

/**
 * Runs a change that may last, with its progress. The person may stop it.
 *
 * @param onDone is called with what was done
 */
export function useStoppable<Change, Done>(
  sendChange: (change: Change, sending: Sending) => Promise<Done>,
  onDone: (done: Done) => void,
) {
  const [progress, setProgress] = useState<BulkProgress>();
  const running = useRef<AbortController>(undefined);
  const { mutateAsync, isPending } = useMutation({
    meta: { shownByPage: true },
    mutationFn: async (change: Change): Promise<Done | undefined> => {
      const { signal } = (running.current = new AbortController());
      try {
        return await sendChange(change, { signal, onProgress: setProgress });
      } catch (error) {
        if (!signal.aborted) throw error;
        showDone(i18next.t('keys.bulk.stopped'));
        return undefined;
      } finally {
        setProgress(undefined);
      }
    },
    onSuccess: (done) => {
      if (done) onDone(done);
    },
  });
  return { progress, isPending, run: mutateAsync, stop: () => running.current?.abort() };
}

const NUMBERS = ['statesSet', 'textsSet', 'keysChanged', 'keysDeleted', 'textsRemoved'] as const;

/** Returns what a change does, as texts. */
export function numbersOf(bulk: BulkDone['bulk']): string[] {
  return NUMBERS.filter((name) => bulk[name] > 0).map((name) => i18next.t(`keys.bulk.${name}`, { count: bulk[name] }));
}

/** Undoes a change, and says so. */
export async function undoChange(projectId: string, revision: number, onChanged: () => void): Promise<void> {
  try {
    const params = { path: { id: projectId, revision } };
    bodyOf(await api.POST('/api/v1/projects/{id}/changes/{revision}/undo', { params, body: {} }));
    showDone(i18next.t('keys.bulk.undone'));
    onChanged();
  } catch (error) {
    showProblem(error);
  }
}

/** Says what was done, and offers to undo it. */
export function offerUndo(projectId: string, revision: number, text: string, onChanged: () => void) {
  const undo = async () => {
    notifications.hide(id);
    await undoChange(projectId, revision, onChanged);
  };
  const id = notifications.show({
    color: 'teal',
    withBorder: true,
    autoClose: 30_000,
    closeButtonProps: { 'aria-label': i18next.t('close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void undo()}>
          {i18next.t('keys.bulk.undo')}
        </Button>
      </Group>
    ),
  });
}
