import { isSame, type Labels, LABELS } from '../../components/labels/labels';

/** What a person has typed into the fields of a key. */
export interface Editing {
  edits: Partial<Labels>;
  /** The fields when the person began to edit: what others change meanwhile is not overwritten. */
  base?: Labels;
}

export const NO_EDITS: Editing = { edits: {} };

/** Keeps fields that were typed and not saved, by person and key, while the person looks at other pages. */
const drafts = new Map<string, Editing>();

export const keptDetails = (place: string): Editing => drafts.get(place) ?? NO_EDITS;

export function keepDetails(place: string, editing: Editing): void {
  if (editing === NO_EDITS) drafts.delete(place);
  else drafts.set(place, editing);
}

/** Returns the fields that differ from those with which the person began. */
export function changedDetails({ edits, base }: Editing): Partial<Labels> {
  const changed = LABELS.filter((member) => edits[member] !== undefined && !isSame(edits[member], base?.[member]));
  return Object.fromEntries(changed.map((member) => [member, edits[member]]));
}
