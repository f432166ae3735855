import { useCallback, useMemo, useRef, useState } from 'react';
import type { Key, KeyPages } from './key-pages';

/** A selected key, with the languages of its texts as far as they are columns. */
export interface SelectedKey {
  id: string;
  name: string;
  languages: readonly string[];
}

const toSelected = ({ id, name, translations = {} }: Key): SelectedKey => ({
  id,
  name,
  languages: Object.keys(translations),
});

/** The keys that a person has selected, one by one, as a range, or all that pass the filters. */
export function useSelection(pages: KeyPages) {
  const [keys, setKeys] = useState<ReadonlyMap<string, SelectedKey>>(new Map());
  const [isAll, setAll] = useState(false);
  const lastRow = useRef(0);

  const toggle = useCallback(
    (row: number, withRange: boolean) => {
      const first = withRange ? Math.min(lastRow.current, row) : row;
      const last = withRange ? Math.max(lastRow.current, row) : row;
      lastRow.current = row;
      setAll(false);
      setKeys((before) => {
        const next = new Map(before);
        const isSelecting = !before.has(pages.keyAt(row)?.id ?? '');
        for (let place = first; place <= last; place++) {
          const key = pages.keyAt(place);
          if (key && isSelecting) next.set(key.id, toSelected(key));
          else if (key) next.delete(key.id);
        }
        return next;
      });
    },
    [pages],
  );
  const rename = useCallback((id: string, name: string) => {
    setKeys((before) => {
      const key = before.get(id);
      return key ? new Map(before).set(id, { ...key, name }) : before;
    });
  }, []);
  const clear = useCallback(() => {
    setAll(false);
    setKeys(new Map());
  }, []);
  const selectAll = useCallback(async () => {
    setAll(true);
    const all = new Map<string, SelectedKey>();
    for await (const page of pages.all()) for (const key of page) all.set(key.id, toSelected(key));
    setKeys(all);
  }, [pages]);
  const toggleAll = useCallback(() => (isAll ? clear() : void selectAll()), [clear, isAll, selectAll]);
  return useMemo(
    () => ({ keys, isAll, toggle, toggleAll, rename, clear, has: (id: string) => keys.has(id) }),
    [keys, isAll, toggle, toggleAll, rename, clear],
  );
}

export type Selection = ReturnType<typeof useSelection>;
