import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { showNote, showProblem } from '../../components/show-problem';
import type { BulkTarget } from './bulk';
import type { KeyPages } from './key-pages';
import { keysOfRows } from './keys-of-rows';
import type { Key } from './pages-snapshot';
import type { KeyQuery } from './key-requests';

/** A selected key. */
export interface SelectedKey {
  id: string;
  name: string;
}

const toSelected = ({ id, name }: Key): SelectedKey => ({ id, name });

/**
 * The keys that a person has selected, one by one, as a range, or all that pass the filters. These are not read: `keys` has those of
 * them that are shown. Without one of them, the selection is the shown ones.
 */
export function useSelection(pages: KeyPages) {
  const { t } = useTranslation();
  const total = useSyncExternalStore(pages.subscribe, pages.getSnapshot).count;
  const [keys, setKeys] = useState<ReadonlyMap<string, SelectedKey>>(new Map());
  const [isAll, setAll] = useState(false);
  /** The key at which a range begins. Its row is another one after the list has changed. */
  const begin = useRef<{ id: string; row: number }>(undefined);

  const select = useCallback(
    async (row: number, withRange: boolean) => {
      const key = pages.keyAt(row);
      if (!key) return;
      const { id, row: formerRow } = withRange && begin.current ? begin.current : { id: key.id, row };
      const beginRow = pages.rowOf(id) ?? formerRow;
      const range =
        id === key.id ? [key] : await keysOfRows(pages.searched, Math.min(beginRow, row), Math.max(beginRow, row));
      if (!range?.some((one) => one.id === id)) return showNote(t('keys.rangeNotSelected'));
      begin.current = { id: key.id, row };
      setAll(false);
      setKeys((before) => {
        const next = new Map(before);
        const isSelecting = !before.has(key.id);
        for (const one of range) {
          if (isSelecting) next.set(one.id, toSelected(one));
          else next.delete(one.id);
        }
        return next;
      });
    },
    [pages, t],
  );
  const toggle = useCallback(
    (row: number, withRange: boolean) => void select(row, withRange).catch(showProblem),
    [select],
  );
  const rename = useCallback((id: string, name: string) => {
    setKeys((before) => {
      const key = before.get(id);
      return key ? new Map(before).set(id, { ...key, name }) : before;
    });
  }, []);
  const clear = useCallback(() => {
    begin.current = undefined;
    setAll(false);
    setKeys(new Map());
  }, []);
  const selectAll = useCallback(() => {
    setAll(true);
    const shown = [...pages.getSnapshot().pages.values()].flat();
    setKeys(new Map(shown.map((key) => [key.id, toSelected(key)])));
  }, [pages]);
  // All keys that pass another filter are other keys. Single keys do not depend on it.
  const filter = useMemo(() => JSON.stringify(filterOf(pages.query)), [pages]);
  const [selectedIn, setSelectedIn] = useState(filter);
  if (selectedIn !== filter) {
    setSelectedIn(filter);
    if (isAll) clear();
  }
  const toggleAll = useCallback(() => (isAll ? clear() : selectAll()), [clear, isAll, selectAll]);
  const target = useMemo(
    (): BulkTarget => (isAll ? { filter: filterOf(pages.query) } : { keyIds: [...keys.keys()] }),
    [isAll, keys, pages],
  );
  return useMemo(
    () => ({
      keys,
      isAll,
      /** The number of selected keys. Undefined: the keys that pass the filters are not counted yet. */
      count: isAll ? total : keys.size,
      target,
      toggle,
      toggleAll,
      rename,
      clear,
      has: (id: string) => isAll || keys.has(id),
    }),
    [keys, isAll, total, target, toggle, toggleAll, rename, clear],
  );
}

/** Returns the filters of a list. Its languages belong to them only if they are of texts that a filter is about. */
export function filterOf({ include: _, sort: __, language, ...filter }: KeyQuery) {
  const isOfTexts = [filter.state, filter.outdated, filter.check, filter.openComments, filter.assignee].some(
    (value) => value !== undefined,
  );
  return { ...filter, ...(isOfTexts && { language }) };
}

export type Selection = ReturnType<typeof useSelection>;
