import type { Schemas } from '../../api/client';

type Change = Schemas['Change'];
type SummaryItem = Schemas['SummaryItem'];

/** Milliseconds in which the edits of one author are one row. */
const FOLDED_MS = 10 * 60_000;

/** Changes of these actions are folded: somebody sets texts and fields one after the other. */
const EDITS: ReadonlySet<Change['action']> = new Set(['key.update', 'review']);

/** Changes that are one row, the newest first. */
export type Row = [Change, ...Change[]];

/** Folds the edits that an author made within ten minutes. A row stands where the newest of its changes does. @param changes the newest first */
export function foldEdits(changes: readonly Change[]): Row[] {
  const rows: Row[] = [];
  const open = new Map<string | undefined, Row>();
  for (const change of changes) {
    const author = change.person?.id ?? change.apiKey?.id;
    const row = open.get(author);
    const isEdit = EDITS.has(change.action);
    if (isEdit && row && Date.parse(row[0].at) - Date.parse(change.at) <= FOLDED_MS) row.push(change);
    else {
      const begun: Row = [change];
      rows.push(begun);
      if (isEdit) open.set(author, begun);
    }
  }
  return rows;
}

/** Returns what changes did together: each text and each key once. @param changes the newest first */
export function itemsTogether(changes: readonly Change[]): SummaryItem[] {
  const items = new Map<string, SummaryItem>();
  for (const { summary } of changes) {
    for (const item of summary?.items ?? []) {
      const place = `${item.keyId} ${item.language ?? ''}`;
      const later = items.get(place);
      const changed = [...new Set([...(later?.changed ?? []), ...item.changed])];
      items.set(place, later ? { ...later, before: item.before, changed } : item);
    }
  }
  return [...items.values()];
}
