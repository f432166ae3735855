import { KeptInputs, useKept } from '../../components/kept-inputs';
import { isSame, type Labels, LABELS } from '../../components/labels/labels';

/** The edits of the fields of a key by a person. */
export interface Editing {
  edits: Partial<Labels>;
  /** The fields when the person began to edit: what others change meanwhile is not overwritten. */
  base?: Labels;
}

export const NO_EDITS: Editing = { edits: {} };

const details = new KeptInputs<Editing>('details', (editing) => Object.keys(changedDetails(editing)).length > 0);

export const keptDetails = (place: string): Editing => details.at(place) ?? NO_EDITS;

export const useKeptDetails = (place: string): Editing => useKept(details, place) ?? NO_EDITS;

/** Keeps fields that were typed and not saved. One that is typed back to what it was is kept too: another value of it may be under way. */
export const keepDetails = (place: string, editing: Editing): void =>
  details.keep(place, Object.keys(editing.edits).length === 0 ? undefined : editing);

/** Returns the fields that differ from those with which the person began. */
export function changedDetails({ edits, base }: Editing): Partial<Labels> {
  const changed = LABELS.filter((member) => edits[member] !== undefined && !isSame(edits[member], base?.[member]));
  return Object.fromEntries(changed.map((member) => [member, edits[member]]));
}
