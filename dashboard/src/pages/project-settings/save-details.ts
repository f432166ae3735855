import { api, bodyOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problem';

type Project = Schemas['ProjectDetails'];

/** The fields of a project that two persons can change to different values. */
const FIELDS = ['name', 'styleNote', 'protectReviewed'] as const;

export type Fields = Pick<Project, (typeof FIELDS)[number]>;

/** The values that a person has typed or chosen. A language is added or removed whatever others do with other languages. */
export type Edits = Partial<Fields> & { addLanguages: string[]; removeLanguages: string[] };

/** The edits of a person that are not saved. */
export interface Editing {
  edits: Edits;
  /** The values of the edited fields when the person began to edit each of them: what others change meanwhile is not overwritten. */
  base: Partial<Fields>;
}

export const NO_EDITS: Editing = { edits: { addLanguages: [], removeLanguages: [] }, base: {} };

const isEdited = (edits: Edits, base: Partial<Fields>, field: keyof Fields): boolean =>
  edits[field] !== undefined && (edits[field] ?? '') !== (base[field] ?? '');

const pick = (values: Partial<Fields>, fields: readonly (keyof Fields)[]): Partial<Fields> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** Returns the fields whose values differ from the values with which the person began. Only these are sent: others may change the other fields. */
export const changedFields = ({ edits, base }: Editing): Partial<Fields> =>
  pick(
    edits,
    FIELDS.filter((field) => isEdited(edits, base, field)),
  );

/** The fields that both a person and somebody else have changed, to different values. */
export const conflictsOf = ({ edits, base }: Editing, current: Fields): (keyof Fields)[] =>
  FIELDS.filter(
    (field) =>
      isEdited(edits, base, field) && isEdited(edits, current, field) && (current[field] ?? '') !== (base[field] ?? ''),
  );

/** Adds what a person has typed or chosen on a project. */
export const withEdits = ({ edits, base }: Editing, edited: Partial<Edits>, project: Fields): Editing => ({
  edits: { ...edits, ...edited },
  base: {
    ...pick(
      project,
      FIELDS.filter((field) => field in edited),
    ),
    ...base,
  },
});

/** Returns what a person has typed or chosen since it was sent. @param project as it was saved */
export function withoutSaved({ edits, base }: Editing, sent: Editing, project: Project): Editing {
  const left = { edits, base: { ...base, ...changedFields(sent) } };
  const fields = changedFields(left);
  // A language that was sent, and that the person has taken back meanwhile, is to be as it was before.
  const languages = {
    addLanguages: [...edits.addLanguages, ...without(sent.edits.removeLanguages, edits.removeLanguages)],
    removeLanguages: [...edits.removeLanguages, ...without(sent.edits.addLanguages, edits.addLanguages)],
  };
  return {
    edits: { ...fields, ...changedLanguages(languages, project) },
    base: pick(
      left.base,
      FIELDS.filter((field) => field in fields),
    ),
  };
}

/** Returns edits that overwrite what others have changed in some fields. */
export const onTheirs = ({ edits, base }: Editing, theirs: Fields, fields: readonly (keyof Fields)[]): Editing => ({
  edits,
  base: { ...base, ...pick(theirs, fields) },
});

/** Returns the edits without some fields, which are shown as others have changed them. */
export const withTheirs = ({ edits, base }: Editing, fields: readonly (keyof Fields)[]): Editing => {
  const others = FIELDS.filter((field) => field in edits && !fields.includes(field));
  const { addLanguages, removeLanguages } = edits;
  return { edits: { ...pick(edits, others), addLanguages, removeLanguages }, base: pick(base, others) };
};

/** After so many refusals, a project is saved whatever revision it has. */
const MAX_REFUSALS = 3;

/**
 * Saves what a person has changed of a project, unless somebody else has changed the same since. The revision of a project counts its
 * texts too: while others write many, each save with a revision may be refused.
 *
 * @returns the project as it is now, and whether it was saved
 */
export async function saveDetails(id: string, editing: Editing): Promise<{ project: Project; isSaved: boolean }> {
  const path = { id };
  for (let refusals = 0; ; refusals++) {
    const answer = await api.GET('/api/v1/projects/{id}', { params: { path }, cache: 'no-store' });
    const { project } = bodyOf(answer);
    if (conflictsOf(editing, project).length > 0) return { project, isSaved: false };
    const body = { ...changedFields(editing), ...changedLanguages(editing.edits, project) };
    const tag = answer.response.headers.get('ETag') ?? '';
    const params = { path, ...(refusals < MAX_REFUSALS && { header: { 'If-Match': tag } }) };
    try {
      return { project: bodyOf(await api.PATCH('/api/v1/projects/{id}', { params, body })).project, isSaved: true };
    } catch (error) {
      // The project changed after it was read, perhaps a text of it.
      if (!isProblem(error, 412)) throw error;
    }
  }
}

/** Returns the languages that a project does not have yet, and the languages to be removed that it still has. */
export const changedLanguages = (
  { addLanguages, removeLanguages }: Pick<Edits, 'addLanguages' | 'removeLanguages'>,
  { targetLanguages }: Project,
): Pick<Edits, 'addLanguages' | 'removeLanguages'> => ({
  addLanguages: without(addLanguages, targetLanguages),
  removeLanguages: removeLanguages.filter((tag) => targetLanguages.includes(tag)),
});

const without = (tags: readonly string[], others: readonly string[]): string[] =>
  tags.filter((tag) => !others.includes(tag));
