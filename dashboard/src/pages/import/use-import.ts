import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ProblemError } from '../../api/problem';
import { DEFAULT_OPTIONS, type Entry, importFile, isReady, isSamePlan, type Options, type Result } from './import-file';
import { keepUnfinished, unfinishedImports } from './unfinished-imports';

/** The results of a run of several imports. */
export interface Total {
  imported: number;
  updated: number;
  skipped: number;
  /** The revision of the project after the last file; undefined if nothing changed. */
  revision?: number;
}

let lastId = 0;

/** The files of an import, their plans, and the steps that a person takes with them. */
export function useImport(projectId: string, onImported: (total: Total) => Promise<void>) {
  const client = useQueryClient();
  const [entries, setEntries] = useState(() => unfinishedImports(projectId));
  useEffect(() => keepUnfinished(projectId, entries), [projectId, entries]);
  const [options, setOptions] = useState(DEFAULT_OPTIONS);
  /** A file did something else than was shown, because of one that was imported before it. */
  const [isPlanChanged, setPlanChanged] = useState(false);

  const change = (id: number, values: Partial<Entry>) =>
    setEntries((current) => current.map((entry) => (entry.id === id ? { ...entry, ...values } : entry)));
  const withoutPlan = (entry: Entry): Entry => ({ ...entry, plan: undefined, error: undefined });
  const send = async (entry: Entry, step: Parameters<typeof importFile>[3]): Promise<Result> => {
    change(entry.id, { sent: 0, error: undefined });
    try {
      return await importFile(projectId, entry, options, step, (sent) => change(entry.id, { sent }));
    } catch (error) {
      change(entry.id, { error, plan: undefined });
      throw error;
    } finally {
      change(entry.id, { sent: undefined });
    }
  };
  const preview = (entry: Entry, ifRevision?: number) =>
    send(entry, { dryRun: true, detailsOf: 'changes', ...(ifRevision !== undefined && { ifRevision }) });

  const plan = useMutation({
    meta: { shownByPage: true },
    mutationFn: async (one?: Entry) => {
      setPlanChanged(false);
      for (const entry of one ? [one] : entries.filter(({ isDone }) => !isDone)) {
        try {
          change(entry.id, { plan: await preview(entry) });
        } catch (error) {
          // The file shows why it is refused, and the others are previewed.
          if (!(error instanceof ProblemError) || error.status === 401) throw error;
        }
      }
    },
  });

  /** Imports the files one after another, each only if it does what its plan showed. */
  const write = useMutation({
    meta: { shownByPage: true },
    mutationFn: async () => {
      const total: Total = { imported: 0, updated: 0, skipped: 0 };
      const waiting = entries.filter(({ isDone }) => !isDone);
      let revision: number | undefined;
      for (const entry of waiting) {
        const { plan: shown } = entry;
        if (!shown || !isReady(entry)) return;
        if (revision !== undefined) {
          const now = await preview(entry, revision);
          if (!isSamePlan(shown, now) || !isReady({ ...entry, plan: now })) {
            change(entry.id, { plan: now });
            setPlanChanged(true);
            return;
          }
        }
        const result = await send(entry, { ifRevision: revision ?? shown.revision });
        revision = result.revision;
        total.revision = revision;
        total.imported += result.imported;
        total.updated += result.updated;
        total.skipped += result.skipped;
        change(entry.id, { isDone: true });
      }
      setEntries([]);
      await onImported(total);
    },
    onSettled: () => client.invalidateQueries(),
  });

  return {
    entries,
    options,
    isPlanChanged,
    plan,
    write,
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({
        ...{ id: ++lastId, file, format: null, language: null, isDone: false },
        ...{ base: null, isBaseChosen: false, choices: new Map(), rest: null },
      }));
      setEntries((current) => [...current.filter(({ isDone }) => !isDone), ...added]);
    },
    remove: (id: number) => setEntries((current) => current.filter((entry) => entry.id !== id)),
    choose: (id: number, values: Pick<Entry, 'format'> | Pick<Entry, 'language'>) =>
      change(id, { ...values, plan: undefined, error: undefined }),
    /** Sets the base of a file, and shows what changes. @param base null: the file is not merged */
    merge: (entry: Entry, base: number | null) => {
      const merged = { ...entry, base, isBaseChosen: true, plan: undefined };
      change(entry.id, merged);
      plan.mutate(merged);
    },
    settle: (id: number, values: Pick<Entry, 'choices' | 'rest'>) => change(id, values),
    setOptions: (values: Partial<Options>) => {
      setOptions((current) => ({ ...current, ...values }));
      setEntries((current) => current.map(withoutPlan));
    },
  };
}
