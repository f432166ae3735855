import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type ChosenFile,
  type Import,
  importFiles,
  isReady,
  NO_IMPORT,
  type Result,
  type Sending,
  withFiles,
} from './import-file';
import type { Options } from './options';
import { changeImport, forgetFinished, unfinishedImport, useUnfinishedImport } from './unfinished-imports';

/**
 * The files of an import, their plan, and the steps that a person takes with them: all files are one change. What a request answers goes
 * to the store, wherever the person is meanwhile.
 */
export function useImport(projectId: string) {
  const client = useQueryClient();
  const started = useUnfinishedImport(projectId);
  useEffect(() => () => forgetFinished(projectId), [projectId]);

  const change = (values: Partial<Import>) => changeImport(projectId, (current) => ({ ...current, ...values }));
  /** Changes what the plan depends on. */
  const changeFiles = (files: (current: readonly ChosenFile[]) => readonly ChosenFile[]) =>
    changeImport(projectId, (current) => ({
      ...current,
      files: files(current.files),
      plan: undefined,
      error: undefined,
      done: undefined,
    }));
  /** Sends the files, and changes the import by the answer, unless it was forgotten meanwhile: the person has signed out. */
  const send = async (
    kind: Sending['kind'],
    step: Parameters<typeof importFiles>[2],
    answered: (result: Result, current: Import) => Import,
  ): Promise<void> => {
    const sent = unfinishedImport(projectId);
    const run = Symbol(kind);
    const changeRun = (next: (current: Import) => Import) =>
      changeImport(projectId, (current) => (current.sending?.run === run ? next(current) : current));
    change({ sending: { run, kind, share: 0 }, error: undefined });
    try {
      const onProgress = (share: number) => changeRun((current) => ({ ...current, sending: { run, kind, share } }));
      const result = await importFiles(projectId, sent, step, onProgress);
      changeRun((current) => ({ ...answered(result, current), sending: undefined }));
    } catch (error) {
      changeRun((current) => ({ ...current, error, plan: undefined, sending: undefined }));
      throw error;
    }
  };

  const plan = useMutation({
    meta: { shownByPage: true },
    mutationFn: () =>
      send('plan', { dryRun: true, detailsOf: 'changes' }, (result, current) => ({ ...current, plan: result })),
  });

  /** Imports the files if they do what the plan showed. */
  const write = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => {
      const planned = unfinishedImport(projectId);
      if (!isReady(planned)) return;
      await send('write', { ifRevision: planned.plan?.revision }, (done, { options }) => ({
        ...NO_IMPORT,
        options,
        done,
      }));
    },
    onSettled: () => client.invalidateQueries(),
  });

  return {
    started,
    sending: started.sending?.kind,
    plan: () => plan.mutate(),
    write: () => write.mutate(),
    add: (files: readonly File[]) => changeFiles((current) => withFiles(current, files)),
    /** The last file takes the decisions about the import with it. */
    remove: (id: number) =>
      started.files.length === 1
        ? changeImport(projectId, ({ options }) => ({ ...NO_IMPORT, options }))
        : changeFiles((current) => current.filter((file) => file.id !== id)),
    choose: (id: number, values: Pick<ChosenFile, 'format'> | Pick<ChosenFile, 'language'>) =>
      changeFiles((current) => current.map((file) => (file.id === id ? { ...file, ...values } : file))),
    /** Sets the base of the files, and shows what changes. @param base null: they are not merged */
    merge: (base: number | null) => {
      change({ base, isBaseChosen: true, plan: undefined });
      plan.mutate();
    },
    settle: (values: Pick<Import, 'choices' | 'rest'>) => change(values),
    setOptions: (values: Partial<Options>) =>
      changeImport(projectId, (current) => ({
        ...current,
        options: { ...current.options, ...values },
        plan: undefined,
        error: undefined,
      })),
  };
}
