import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type ChosenFile,
  DEFAULT_OPTIONS,
  type Import,
  importFiles,
  isReady,
  NO_IMPORT,
  type Options,
  type Result,
  withFiles,
} from './import-file';
import { keepUnfinished, unfinishedImport } from './unfinished-imports';

/** The result of an import. */
export interface Total {
  imported: number;
  updated: number;
  skipped: number;
  /** The revision of the project after the import. */
  revision?: number;
}

/** The files of an import, their plan, and the steps that a person takes with them: all files are one change. */
export function useImport(projectId: string, onImported: (total: Total) => void) {
  const client = useQueryClient();
  const [started, setStarted] = useState(() => unfinishedImport(projectId));
  useEffect(() => keepUnfinished(projectId, started), [projectId, started]);
  const [options, setOptions] = useState(DEFAULT_OPTIONS);

  const change = (values: Partial<Import>) => setStarted((current) => ({ ...current, ...values }));
  /** Changes what the plan depends on. */
  const changeFiles = (files: (current: readonly ChosenFile[]) => readonly ChosenFile[]) =>
    setStarted((current) => ({ ...current, files: files(current.files), plan: undefined, error: undefined }));
  const send = async (sent: Import, step: Parameters<typeof importFiles>[3]): Promise<Result> => {
    change({ sent: 0, error: undefined });
    try {
      return await importFiles(projectId, sent, options, step, (share) => change({ sent: share }));
    } catch (error) {
      change({ error, plan: undefined });
      throw error;
    } finally {
      change({ sent: undefined });
    }
  };

  const plan = useMutation({
    meta: { shownByPage: true },
    mutationFn: async (planned: Import) => {
      change({ plan: await send(planned, { dryRun: true, detailsOf: 'changes' }) });
    },
  });

  /** Imports the files if they do what the plan showed. */
  const write = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => {
      if (!isReady(started)) return;
      const { imported, updated, skipped, revision } = await send(started, { ifRevision: started.plan?.revision });
      setStarted(NO_IMPORT);
      onImported({ imported, updated, skipped, revision });
    },
    onSettled: () => client.invalidateQueries(),
  });

  return {
    started,
    options,
    isBusy: plan.isPending || write.isPending,
    plan,
    write,
    add: (files: readonly File[]) => changeFiles((current) => withFiles(current, files)),
    /** The last file takes the decisions about the import with it. */
    remove: (id: number) =>
      started.files.length === 1
        ? setStarted(NO_IMPORT)
        : changeFiles((current) => current.filter((file) => file.id !== id)),
    choose: (id: number, values: Pick<ChosenFile, 'format'> | Pick<ChosenFile, 'language'>) =>
      changeFiles((current) => current.map((file) => (file.id === id ? { ...file, ...values } : file))),
    /** Sets the base of the files, and shows what changes. @param base null: they are not merged */
    merge: (base: number | null) => {
      const merged = { ...started, base, isBaseChosen: true, plan: undefined };
      change(merged);
      plan.mutate(merged);
    },
    settle: (values: Pick<Import, 'choices' | 'rest'>) => change(values),
    setOptions: (values: Partial<Options>) => {
      setOptions((current) => ({ ...current, ...values }));
      change({ plan: undefined, error: undefined });
    },
  };
}
